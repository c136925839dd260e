import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { DatabaseModule } from '../storage/database/database.module.js';
import { ChatCommands } from './commands/chat-commands.js';
import { MemoryController } from './memory.controller.js';
import { MemorySchema } from './memory.schema.js';
import { MemoryService } from './memory.service.js';
import { MemoryTurnContext } from './memory.turn-context.js';
import { ThisTurn } from './this-turn.js';
import { MemoryAddTool } from './tools/memory-add.service-tool.js';
import { MemoryNotes } from './notes/memory-notes.js';
import { MemoryForgetTool } from './tools/memory-forget.service-tool.js';
import { MemoryGetTool } from './tools/memory-get.service-tool.js';
import { MemorySearchTool } from './tools/memory-search.service-tool.js';

/** Facts that outlast a conversation: kept, found, corrected, forgotten, and handed to the model where they match. */
@Module({
  imports: [CommonModule, ConfigModule, DatabaseModule],
  controllers: [MemoryController],
  providers: [MemoryService, MemorySchema, ChatCommands, ThisTurn, MemoryTurnContext, MemoryNotes, MemorySearchTool, MemoryGetTool, MemoryAddTool, MemoryForgetTool],
  exports: [MemoryService],
})
export class MemoryModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(MemoryController);
  }
}
