import type { Page } from 'playwright-core';
import type { Scene } from './scenes.mjs';
import type { ScriptedServer } from './scripted-server.mjs';

export function prepareScene(server: ScriptedServer, scene: Scene): void;
export function playScene(page: Page, server: ScriptedServer, scene: Scene): Promise<void>;
