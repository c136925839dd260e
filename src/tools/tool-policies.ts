import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/**
 * Says of tools that they are not to be offered, whoever calls: a switch that a feature lets the owner turn. Found by
 * `@ToolPolicyProvider()`.
 */
export interface ToolPolicy {
  /** Names of the tools, as things are now. Must not throw: where it cannot know, it decides what is safe. */
  withheld(): Iterable<string>;
}

/** Marks a provider class as a ToolPolicy. */
export const ToolPolicyProvider = DiscoveryService.createDecorator();

/** The features' policies as one: a tool is withheld where any of them says so. */
@Injectable()
export class ToolPolicies implements OnModuleInit, ToolPolicy {
  private policies: readonly ToolPolicy[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.policies = this.discovery.getProviders({ metadataKey: ToolPolicyProvider.KEY }).map((wrapper) => wrapper.instance as ToolPolicy);
  }

  withheld(): ReadonlySet<string> {
    return new Set(this.policies.flatMap((policy) => [...policy.withheld()]));
  }
}
