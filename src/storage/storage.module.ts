import { Module } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { FileIdempotencyStore } from './file/file-idempotency-store.js';
import { FileSessionLogStore } from './file/file-session-log-store.js';
import { FileSessionStore } from './file/file-session-store.js';
import { FileOperations } from './file-operations.js';
import { IdempotencyStore } from './idempotency-store.js';
import { LibsqlLock } from './libsql-lock.js';
import { Lock } from './lock.js';
import { NodeFileOperations } from './node-file-operations.js';
import { SessionLogStore } from './session-log-store.js';
import { SessionStore } from './session-store.js';

/** Where things are kept, as ports; the drivers chosen here are files below `~/.jarvis` and locks of the operating system. */
@Module({
  imports: [CommonModule, ConfigModule],
  providers: [
    { provide: FileOperations, useClass: NodeFileOperations },
    {
      provide: Lock,
      inject: [JarvisPaths, Clock],
      useFactory: (paths: JarvisPaths, clock: Clock) => new LibsqlLock(paths.locks, clock),
    },
    {
      provide: SessionStore,
      inject: [JarvisPaths, Clock, FileOperations],
      useFactory: (paths: JarvisPaths, clock: Clock, operations: FileOperations) => new FileSessionStore(paths, clock, operations),
    },
    {
      provide: SessionLogStore,
      inject: [JarvisPaths, FileOperations],
      useFactory: (paths: JarvisPaths, operations: FileOperations) => new FileSessionLogStore(paths.logs, operations),
    },
    {
      provide: IdempotencyStore,
      inject: [JarvisPaths, Lock, Clock, FileOperations],
      useFactory: (paths: JarvisPaths, lock: Lock, clock: Clock, operations: FileOperations) =>
        new FileIdempotencyStore(paths.idempotency, lock, clock, operations),
    },
  ],
  exports: [Lock, SessionStore, SessionLogStore, IdempotencyStore],
})
export class StorageModule {}
