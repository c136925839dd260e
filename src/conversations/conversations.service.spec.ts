import type { ConfigService } from '../config/config.service.js';
import type { PromptService } from '../prompt/prompt.service.js';
import type { Principal } from '../security/principal.js';
import type { SessionOverview, SessionTranscript } from '../sessions/session.js';
import { SessionAccess } from '../sessions/session-access.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import { ConversationsService } from './conversations.service.js';

const OWNER: Principal = { role: 'local', id: 'local', scopes: [] };
const GUEST: Principal = { role: 'guest', id: 'g1', scopes: [] };
const AT = '2026-01-01T00:00:00.000Z';

/** One session of the owner, one of each of two guests. */
const BEGUN_BY: Readonly<Record<string, string | undefined>> = { mine: undefined, first: 'g1', second: 'g2' };

describe('ConversationsService', () => {
  const service = (guestReads: 'own' | 'all'): ConversationsService => {
    const sessions = {
      all: ({ owner }: { owner?: string }): Promise<SessionOverview[]> =>
        Promise.resolve(
          Object.keys(BEGUN_BY)
            .filter((id) => owner === undefined || BEGUN_BY[id] === owner)
            .map((sessionId) => ({ sessionId, title: sessionId, createdAt: AT, updatedAt: AT })),
        ),
      read: (sessionId: string): Promise<SessionTranscript | undefined> => {
        if (!(sessionId in BEGUN_BY)) return Promise.resolve(undefined);
        const owner = BEGUN_BY[sessionId];
        const metadata = { handoffCount: 0, createdAt: AT, updatedAt: AT, ...(owner === undefined ? {} : { owner }) };
        return Promise.resolve({ sessionId, title: sessionId, metadata, messages: [] });
      },
    } as unknown as SessionsService;
    const config = { settings: { guestReads, selectedModel: 'm' } } as ConfigService;
    return new ConversationsService(sessions, new SessionAccess(sessions, config), {} as PromptService, config);
  };
  const seen = async (conversations: ConversationsService, principal: Principal): Promise<string[]> => (await conversations.list(principal)).map(({ id }) => id);

  it('shows a guest what that guest began and nothing else', async () => {
    const conversations = service('own');
    expect(await seen(conversations, GUEST)).toEqual(['first']);
    expect((await conversations.read('first', GUEST)).conversation.id).toBe('first');
    for (const id of ['mine', 'second', 'none']) await expect(conversations.read(id, GUEST)).rejects.toThrow('There is no such conversation.');
  });

  it('shows the owner all, and guests where guestReads says so', async () => {
    expect(await seen(service('own'), OWNER)).toEqual(['mine', 'first', 'second']);
    expect(await seen(service('all'), GUEST)).toEqual(['mine', 'first', 'second']);
    expect((await service('all').read('mine', GUEST)).conversation).toMatchObject({ id: 'mine', model: 'm' });
  });
});
