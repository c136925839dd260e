import { Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Clock } from '../../common/clock.js';
import { CommonModule } from '../../common/common.module.js';
import { ConfigModule } from '../../config/config.module.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { Database } from './database.js';
import { DatabaseSchemaProvider, type DatabaseSchema } from './database-schema.js';
import { LibsqlDatabase } from './libsql-database.js';

/** The database, for the features that keep something in it. */
@Module({
  imports: [CommonModule, ConfigModule, DiscoveryModule],
  providers: [
    {
      provide: Database,
      inject: [JarvisPaths, DiscoveryService, Clock],
      useFactory: (paths: JarvisPaths, discovery: DiscoveryService, clock: Clock) =>
        new LibsqlDatabase(paths.databaseFile, () => schemasOf(discovery), clock),
    },
  ],
  exports: [Database],
})
export class DatabaseModule {}

function schemasOf(discovery: DiscoveryService): DatabaseSchema[] {
  return discovery.getProviders({ metadataKey: DatabaseSchemaProvider.KEY }).map((wrapper) => wrapper.instance as DatabaseSchema);
}
