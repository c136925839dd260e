import type { Locator } from 'playwright-core';
import type { ChatPage, NARROW, PageFixture } from './page-fixture.js';
import { storedAnswer, storedCall, transcript, type StoredMessage } from './transcripts.mjs';

const FIVE_MINUTES_MS = 300_000;

/** A question and its answer as they are stored. */
export const storedTurn = (question: string, answer: string): StoredMessage[] => [{ role: 'user', content: question }, storedAnswer(answer)];

/** Puts three sessions on the scripted server. */
export function fillSessions({ server }: PageFixture): void {
  const beta = [{ role: 'user', content: 'Beta?' }, ...storedCall('exec', { cmd: 'ls' }, { status: 'ok' }), storedAnswer('The **beta** answer.')];
  server.transcripts = [
    transcript('a', storedTurn('Alpha?', 'The alpha answer.'), { title: 'Alpha backup', updatedAt: new Date(Date.now() - FIVE_MINUTES_MS).toISOString() }),
    transcript('b', beta, { title: 'Beta notes', updatedAt: '2024-03-12T12:00:00.000Z' }),
    transcript('c', storedTurn('Gamma?', 'The gamma answer.'), { title: 'Gamma plan', updatedAt: '2024-03-11T12:00:00.000Z' }),
  ];
}

/** Opens the page and its drawer with these sessions. */
export async function openDrawer(fixture: PageFixture, viewport?: typeof NARROW): Promise<{ chat: ChatPage; drawer: Locator; rows: Locator }> {
  fillSessions(fixture);
  const chat = await fixture.open(viewport);
  const drawer = await chat.openSessions();
  await drawer.getByText('Gamma plan').waitFor();
  return { chat, drawer, rows: drawer.getByRole('listitem') };
}

/** Shows what else can be done with a session. */
export async function expandRow(drawer: Locator, title: string): Promise<void> {
  await drawer.getByRole('button', { name: `More about ${title}` }).click();
}
