import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ChatCommandsService } from './chat-commands.service.js';

/** The registry of commands that are entered in a chat. */
@Module({ imports: [DiscoveryModule], providers: [ChatCommandsService], exports: [ChatCommandsService] })
export class CommandsModule {}
