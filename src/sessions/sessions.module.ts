import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { SessionsService } from './sessions.service.js';

/** Conversations: history, one turn at a time, run log. */
@Module({
  imports: [CommonModule, StorageModule],
  providers: [SessionsService],
  exports: [SessionsService],
})
export class SessionsModule {}
