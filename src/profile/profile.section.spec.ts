import type { ConfigService } from '../config/config.service.js';
import type { Principal } from '../security/principal.js';
import { ProfileSection } from './profile.section.js';
import type { ProfileService } from './profile.service.js';

const OWNER: Principal = { role: 'local', id: 'local', scopes: [] };
const GUEST: Principal = { role: 'guest', id: 'g1', scopes: [] };

describe('ProfileSection', () => {
  const render = (principal: Principal, settings: object = {}, content = 'I am Ann.'): Promise<string | undefined> => {
    const config = { settings: { profileEnabled: true, guestReads: 'own', ...settings } } as ConfigService;
    return new ProfileSection({ read: () => ({ content, updatedAt: '' }) } as ProfileService, config).render({ sessionId: 's', principal, mode: 'full', model: 'm', tools: new Set() });
  };

  it('is for the owner, and for guests only where they may read all', async () => {
    expect(await render(OWNER)).toBe('## Profile\nI am Ann.');
    expect(await render(GUEST)).toBeUndefined();
    expect(await render(GUEST, { guestReads: 'all' })).toBe('## Profile\nI am Ann.');
    expect(await render({ role: 'api-key', id: 'k', scopes: [] }, { guestReads: 'all' })).toBeUndefined();
  });

  it('says nothing where it is off or blank', async () => {
    expect(await render(OWNER, { profileEnabled: false })).toBeUndefined();
    expect(await render(OWNER, {}, ' \n')).toBeUndefined();
  });
});
