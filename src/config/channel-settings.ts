import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsBoolean, IsInt, IsString, Matches, ValidateNested } from 'class-validator';

/** Telegram (docs/channels.md). The bot's token is TELEGRAM_BOT_TOKEN in `.env` or the environment. */
export class TelegramSettings {
  @IsBoolean()
  enabled = false;

  /** Root of the Bot API. */
  @IsString()
  @Matches(/^https?:\/\/\S+$/, { message: 'apiRoot must be an http(s) URL' })
  apiRoot = 'https://api.telegram.org';

  /** Numeric ids of the people who are answered. */
  @IsArray()
  @ArrayUnique()
  @IsInt({ each: true })
  allowedUserIds: number[] = [];

  /** Numeric ids of the groups in which those people are answered; none unless listed. */
  @IsArray()
  @ArrayUnique()
  @IsInt({ each: true })
  allowedGroupIds: number[] = [];
}

/** The chat services that Jarvis is reached through. */
export class ChannelsSettings {
  @ValidateNested()
  @Type(() => TelegramSettings)
  telegram: TelegramSettings = new TelegramSettings();
}
