import { existsSync, writeFileSync } from 'node:fs';
import Database from 'libsql';
import { Jarvis } from '../support/jarvis.js';
import { CliHome } from './support/cli-home.js';

const AT = '2026-03-09T10:00:00.123456+00:00';

/** A database as JarvisChat made it. */
function oldDatabase(file: string): void {
  const database = new Database(file);
  database.exec(`
    CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT 'New Chat', model TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE, role TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL);
    CREATE TABLE system_presets (id TEXT PRIMARY KEY, name TEXT NOT NULL, prompt TEXT NOT NULL, is_default INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL);
    CREATE TABLE profile (id INTEGER PRIMARY KEY CHECK (id = 1), content TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE skills (skill_key TEXT PRIMARY KEY, enabled INTEGER NOT NULL DEFAULT 1, updated_at TEXT NOT NULL);
    CREATE VIRTUAL TABLE memories USING fts5(fact, topic, source, created_at UNINDEXED);
    INSERT INTO conversations VALUES ('11111111-2222-4333-8444-555555555555', 'The boiler', 'llama3.1:latest', '${AT}', '2026-03-10T10:00:00.000000+00:00'), ('not/an id', 'Odd', 'm', '${AT}', '${AT}');
    INSERT INTO messages (conversation_id, role, content, created_at) VALUES
      ('11111111-2222-4333-8444-555555555555', 'user', 'Where is the boiler?', '${AT}'),
      ('11111111-2222-4333-8444-555555555555', 'assistant', 'In the cellar.', '2026-03-09T10:00:05.000000+00:00'),
      ('not/an id', 'user', 'Hello', '${AT}'), ('not/an id', 'tool', 'x', '${AT}');
    INSERT INTO system_presets VALUES ('a', 'Coding Companion', 'Theirs.', 1, '${AT}'), ('b', 'Pirate', 'Answer as a pirate.', 0, '${AT}');
    INSERT INTO profile VALUES (1, 'I am Ann.', '${AT}');
    INSERT INTO settings VALUES ('search_enabled', 'False'), ('memory_enabled', 'true'), ('default_model', 'llama3.1:latest'), ('admin_pin_hash', 'SECRETHASH');
    INSERT INTO skills VALUES ('memory.forget', 0, '${AT}'), ('memory.add', 1, '${AT}'), ('no.such', 1, '${AT}');
    INSERT INTO memories VALUES ('The boiler is in the cellar', 'personal', 'explicit', '${AT}'), ('${'x'.repeat(2001)}', 'general', 'manual', '${AT}');
  `);
  database.close();
}

describe('jarvis import jarvischat', () => {
  const home = new CliHome();
  let jarvis: Jarvis;
  const file = (): string => home.path('old.db');

  beforeAll(async () => {
    await home.setUp({});
    jarvis = await Jarvis.start({}, { home: home.folder });
    oldDatabase(file());
  });
  afterAll(async () => {
    await jarvis.stop();
    await home.dispose();
  });

  test('takes over what fits, beside a running server, and says what it left out', async () => {
    const { code, stdout, stderr } = await home.run(['import', 'jarvischat', file()]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of ['Conversations: 2 taken over', 'Memories: 1 taken over', 'Presets: 1 taken over', 'Profile: 1 taken over', 'Settings: 1 taken over, 1 there already', 'Switches of skills: 1 taken over, 1 there already']) expect(stdout).toContain(line);
    for (const what of ['a message of "Odd" (its role is tool)', 'longer than 2000 characters', 'the model llama3.1:latest', 'the skill no.such']) expect(stdout).toContain(what);
    expect(stdout).not.toContain('SECRETHASH');
  });

  test('the server has all of it, with ids and times', async () => {
    const { body } = await jarvis.request('GET', '/api/conversations/11111111-2222-4333-8444-555555555555');
    expect(body.conversation).toMatchObject({ title: 'The boiler' });
    expect(body.messages).toMatchObject([{ role: 'user', content: 'Where is the boiler?' }, { role: 'assistant', content: 'In the cellar.' }]);
    expect(Date.parse(body.conversation.created_at)).toBe(Date.parse('2026-03-09T10:00:00.123Z'));
    expect((await jarvis.request('GET', '/api/memories/search?q=boiler')).body.results).toMatchObject([{ fact: 'The boiler is in the cellar', topic: 'personal', source: 'explicit', created_at: expect.stringContaining('2026-03-09T10:00:00.123') }]);
    expect((await jarvis.request('GET', '/api/presets')).body.map(({ name }: { name: string }) => name)).toContain('Pirate');
    expect((await jarvis.request('GET', '/api/profile')).body.content).toBe('I am Ann.');
    jarvis.provider.replyAnswer('Still there.');
    await jarvis.chat('And now?', '11111111-2222-4333-8444-555555555555');
    expect(JSON.stringify(jarvis.provider.requests.at(-1)?.body.messages)).toContain('In the cellar.');
  });

  test('a second run adds and changes nothing', async () => {
    await jarvis.request('PUT', '/api/profile', { content: 'Mine now.' });
    const { code, stdout } = await home.run(['import', 'jarvischat', file()]);
    expect(code).toBe(0);
    for (const line of ['Conversations: 0 taken over, 2 there already', 'Memories: 0 taken over, 1 there already', 'Presets: 0 taken over, 1 there already', 'the profile (you have written one of your own here)']) expect(stdout).toContain(line);
    expect((await jarvis.request('GET', '/api/profile')).body.content).toBe('Mine now.');
    expect((await jarvis.request('GET', '/api/conversations/11111111-2222-4333-8444-555555555555')).body.messages).toHaveLength(4);
  });

  test.each([['nothing there', undefined], ['no database', 'text'], ['another database', null]])('refuses a file with %s', async (name, content) => {
    const other = home.path(`${name.replaceAll(' ', '-')}.db`);
    if (content === null) {
      const database = new Database(other);
      database.exec('CREATE TABLE t (x)');
      database.close();
    } else if (content !== undefined) writeFileSync(other, content);
    const { code, stdout, stderr } = await home.run(['import', 'jarvischat', other]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/There is no file|is no database of JarvisChat/);
    expect(stderr).not.toMatch(/\bat \w+ \(/);
    expect(existsSync(other)).toBe(content !== undefined);
  });
});
