import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS } from './access.decorator.js';

/**
 * Looks at every route when the server starts: one that declares no access would be refused to everybody, which is a mistake
 * of whoever wrote it, so the server does not start.
 */
@Injectable()
export class DeclaredAccessCheck implements OnApplicationBootstrap {
  private readonly methods = new MetadataScanner();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared = this.undeclaredRoutes();
    if (undeclared.length === 0) return;
    throw new Error(`These routes declare no access (@Public, @OwnerOnly, @GuestMay or @Scope): ${undeclared.join(', ')}.`);
  }

  /** Handlers without declared access, as `Class.method`. */
  undeclaredRoutes(): string[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, () => unknown>;
      return this.methods
        .getAllMethodNames(prototype)
        .filter((name) => this.isUndeclared(metatype, prototype[name]))
        .map((name) => `${metatype.name}.${name}`);
    });
  }

  private isUndeclared(controller: NewableFunction, handler: (() => unknown) | undefined): boolean {
    if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) return false;
    return this.reflector.getAllAndOverride<unknown>(ACCESS, [handler, controller]) === undefined;
  }
}
