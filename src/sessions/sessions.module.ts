import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { SessionAccess } from './session-access.js';
import { SessionTools } from './session.tools.js';
import { SessionsService } from './sessions.service.js';

/** Conversations: history, one turn at a time, run log, and the tools that look into them. */
@Module({
  imports: [CommonModule, ConfigModule, StorageModule],
  providers: [SessionsService, SessionAccess, SessionTools],
  exports: [SessionsService, SessionAccess],
})
export class SessionsModule {}
