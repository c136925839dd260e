import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { OwnerOnly } from '../security/access.decorator.js';
import { UserInfoService } from './user-info.service.js';

/** One fact about the user. */
export class UserInfoItemDto {
  @ApiProperty({ example: 'timezone' })
  key!: string;

  @ApiProperty({ example: 'Europe/Berlin' })
  value!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789Z' })
  ts!: string;
}

/** All facts about the user. */
export class UserInfoDto {
  @ApiProperty({ type: [UserInfoItemDto] })
  items!: UserInfoItemDto[];
}

/** What Jarvis knows about the user. */
@ApiTags('user info')
@Controller('user-info')
@OwnerOnly()
export class UserInfoController {
  constructor(private readonly userInfo: UserInfoService) {}

  @Get()
  @ApiOperation({ summary: 'Read the facts that were saved about the user' })
  @ApiOkResponse({ type: UserInfoDto })
  async read(): Promise<UserInfoDto> {
    return { items: await this.userInfo.items() };
  }
}
