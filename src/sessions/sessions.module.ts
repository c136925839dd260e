import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { SessionTools } from './session.tools.js';
import { SessionsService } from './sessions.service.js';

/** Conversations: history, one turn at a time, run log, and the tools that look into them. */
@Module({
  imports: [CommonModule, StorageModule],
  providers: [SessionsService, SessionTools],
  exports: [SessionsService],
})
export class SessionsModule {}
