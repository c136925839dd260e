import type { Scene } from './scenes.mjs';

export const SETTINGS_REPLIES: Record<string, unknown>;
export const SCHEDULES: unknown[];
export const VIEW_SCENES: Scene[];
