import { DiscoveryService } from '@nestjs/core';

/** Something that the owner should know and mend. */
export interface HealthNotice {
  /** A sentence that says what is wrong and what to do. */
  problem: string;
  /** The session that it concerns, where it concerns one. */
  sessionId?: string;
}

/** A feature that can be in trouble while the server is up. Found by `@HealthWarningProvider()`; shown by `GET /api/health` to the owner. */
export interface HealthWarningSource {
  /** Quick, and without effect. What it throws is told as a warning of its own. */
  healthWarnings(): Promise<readonly HealthNotice[]>;
}

/** Marks a provider class as a HealthWarningSource. */
export const HealthWarningProvider = DiscoveryService.createDecorator();
