import { Module } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { UserInfoController } from './user-info.controller.js';
import { UserInfoSection } from './user-info.section.js';
import { UserInfoService } from './user-info.service.js';
import { UserInfoTools } from './user-info.tools.js';

/** What is known about the user: the tools that keep it, and its place in the prompt. */
@Module({
  imports: [ConfigModule],
  controllers: [UserInfoController],
  providers: [UserInfoService, UserInfoSection, UserInfoTools],
  exports: [UserInfoService],
})
export class UserInfoModule {}
