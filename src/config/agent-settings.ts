import { Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, Min, ValidateNested } from 'class-validator';

/** When a chat shows that Jarvis is typing (docs/channels.md). */
export type TypingMode = 'never' | 'instant' | 'thinking' | 'message';

const TYPING_MODES: readonly TypingMode[] = ['never', 'instant', 'thinking', 'message'];
const HOUR_S = 3600;

/** How and how often a chat shows that Jarvis is typing. */
export class TypingSettings {
  /** Absent: at once in direct chats and where Jarvis is mentioned, else with the first words of an answer. */
  @IsOptional()
  @IsIn(TYPING_MODES)
  typingMode?: TypingMode;

  /** Seconds after which a channel is told again. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(HOUR_S)
  typingIntervalSeconds?: number;
}

/** The hours of a day in which heartbeats run. */
export class ActiveHoursSettings {
  /** First minute, `08:00`. */
  @Matches(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'start must be a time like "08:00"' })
  start!: string;

  /** First minute that is outside again, `22:00`; `24:00` is the day's end. */
  @Matches(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { message: 'end must be a time like "22:00"' })
  end!: string;

  /** IANA name, `user` or `local`; the user's zone where absent. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  timezone?: string;
}

/** The agent looks by itself, now and then, whether something is to be done (docs/schedules.md). */
export class HeartbeatSettings {
  /** Time between two heartbeats, like `30m`, `2h` or `1h30m`; `0m` is off. Off where absent. */
  @IsOptional()
  @Matches(/^(\d{1,6}(ms|s|m|h|d)){1,5}$/, { message: 'every must be a duration like "30m" or "1h30m"; "0m" is off' })
  every?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => ActiveHoursSettings)
  activeHours?: ActiveHoursSettings;

  /** Where a result goes: a channel and chat like `telegram:12345`; the heartbeat's own session where absent. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  target?: string;

  /** Model of heartbeat runs; the selected one where absent. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  model?: string;
}

/** `agents.defaults`: how the agent is prompted, tells the time and shows itself. */
export class AgentDefaults extends TypingSettings {
  /** Folder of the agent's own files, absolute or below `~/.jarvis`; `~` is the home directory. */
  @IsString()
  @IsNotEmpty()
  workspace = 'data/workspace';

  /** The person's time zone, an IANA name; the host's where absent or unknown. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  userTimezone?: string;

  /** How times are told: by the host's locale, or on a 12- or 24-hour clock. */
  @IsIn(['auto', '12', '24'])
  timeFormat: 'auto' | '12' | '24' = 'auto';

  /** Zone of the timestamps before channel messages: `local` (the host's), `utc`, `user`, or an IANA name. */
  @IsString()
  @IsNotEmpty()
  envelopeTimezone = 'local';

  /** Channel messages carry a timestamp. */
  @IsIn(['on', 'off'])
  envelopeTimestamp: 'on' | 'off' = 'on';

  /** Channel messages say how long ago the one before was. */
  @IsIn(['on', 'off'])
  envelopeElapsed: 'on' | 'off' = 'on';

  /** Characters (UTF-16 code units) of one workspace file that go into the prompt at most. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  bootstrapMaxChars = 20_000;

  /** Characters (UTF-16 code units) of all workspace files together that go into the prompt at most. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  bootstrapTotalMaxChars = 150_000;

  /** Whether the model is told that a workspace file was cut: never, once for each state of the files, always. */
  @IsIn(['off', 'once', 'always'])
  bootstrapPromptTruncationWarning: 'off' | 'once' | 'always' = 'once';

  /** Names of the skills (SKILL.md) that the agent may use; all eligible ones where absent, none where empty. */
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  skills?: string[];

  @ValidateNested()
  @Type(() => HeartbeatSettings)
  heartbeat: HeartbeatSettings = new HeartbeatSettings();
}

/** Settings of agents. There is one agent: it has the defaults. */
export class AgentsSettings {
  @ValidateNested()
  @Type(() => AgentDefaults)
  defaults: AgentDefaults = new AgentDefaults();
}
