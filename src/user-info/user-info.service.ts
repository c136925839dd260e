import { readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { JarvisPaths } from '../config/jarvis-paths.js';

/** One fact about the user, as user-info.json holds it (docs/agent.md, "User Info"). */
export interface UserInfoItem {
  key: string;
  value: string;
  /** ISO 8601 instant of the last change. */
  ts: string;
}

/** Reads what is known about the user. The tool save_user_info writes it. */
@Injectable()
export class UserInfoService {
  private readonly logger = new Logger('UserInfo');

  constructor(private readonly paths: JarvisPaths) {}

  /** All facts; [] where there is no file. A damaged file is logged and counts as none: it is not touched. */
  async items(): Promise<UserInfoItem[]> {
    try {
      const parsed: unknown = JSON.parse(await readFile(this.paths.userInfoFile, 'utf8'));
      return itemsOf(parsed);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') this.logger.error(`user-info.json could not be read: ${messageOf(error)}`);
      return [];
    }
  }
}

function itemsOf(parsed: unknown): UserInfoItem[] {
  const items = typeof parsed === 'object' && parsed !== null && 'items' in parsed ? parsed.items : undefined;
  if (!Array.isArray(items)) return [];
  return items.filter(
    (item): item is UserInfoItem =>
      typeof item === 'object' && item !== null && typeof (item as UserInfoItem).key === 'string' && 'value' in item,
  );
}
