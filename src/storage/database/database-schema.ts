import { DiscoveryService } from '@nestjs/core';

/**
 * What one feature keeps in the database, found by `@DatabaseSchemaProvider()`. `migrations[n - 1]` is the SQL that leads from its version
 * n - 1 to n; version 0 is nothing. A migration that has been released is never changed: what is to be different is another one.
 */
export interface DatabaseSchema {
  /** The feature's name, under which its version is kept. */
  readonly name: string;
  readonly migrations: readonly string[];
}

/** Marks a provider class as a schema. */
export const DatabaseSchemaProvider = DiscoveryService.createDecorator();
