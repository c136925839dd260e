import { readTranscript } from '../../ui/src/api/sessions.js';
import { settled, turnsOfTranscript } from '../../ui/src/conversation/transcript-turns.js';
import { fileName } from '../../ui/src/sessions/file-name.js';
import { sessionMarkdown } from '../../ui/src/sessions/session-markdown.js';
import { storedAnswer, storedCall, transcript, type StoredMessage } from './support/transcripts.mjs';

const read = (...messages: StoredMessage[]) => readTranscript(transcript('s1', messages));
const turnsOf = (...messages: StoredMessage[]) => turnsOfTranscript(read(...messages).messages);
const user = (content: string, fields = {}): StoredMessage => ({ role: 'user', content, ...fields });

describe('a stored session as turns', () => {
  it('shows the response of the contract and nothing else of it, and the time that it took', () => {
    const [turn] = turnsOf(user('Hi', { at: '2026-02-13T12:00:00.000Z' }), { ...storedAnswer('Hello.'), at: '2026-02-13T12:00:04.500Z' });
    expect(turn).toMatchObject({ text: 'Hi', answer: 'Hello.', outcome: { kind: 'answered', status: 'ok', durationMs: 4_500 } });
    expect(JSON.stringify(turn)).not.toContain('summary');
  });

  it('puts calls and their results together, also where ids come twice', () => {
    const [turn] = turnsOf(user('Go'), ...storedCall('exec', { cmd: 'a' }, { status: 'ok', n: 1 }), ...storedCall('exec', { cmd: 'b' }, { status: 'error' }), storedAnswer('Done.'));
    expect(turn?.steps).toMatchObject([
      { name: 'exec', args: { cmd: 'a' }, status: 'ok', result: '{"status":"ok","n":1}' },
      { name: 'exec', args: { cmd: 'b' }, status: 'error' },
    ]);
    expect(turn?.outcome).toMatchObject({ status: 'tool_failed' });
  });

  it("takes the server's own words after a handoff for a checkpoint, not for the person's", () => {
    const wrapUp = storedAnswer('Still at it.', { checkpoint: { progress: 'Half.', remaining: 'The rest.' } });
    const turns = turnsOf(user('Go'), wrapUp, user('The rest.', { kind: 'resume' }), storedAnswer('Done.'), user('Thanks'), storedAnswer('Bye.'));
    expect(turns.map((turn) => [turn.text, turn.answer])).toEqual([
      ['Go', 'Done.'],
      ['Thanks', 'Bye.'],
    ]);
    expect(turns[0]?.steps).toEqual([{ kind: 'checkpoint', progress: 'Half.', remaining: 'The rest.' }]);
  });

  it('leaves a turn without an answer open, and settled it was cut, with what it was at', () => {
    const [call] = storedCall('exec', { cmd: 'sleep 60' }, {});
    const [turn] = turnsOf(user('Go'), call as StoredMessage);
    expect(turn?.outcome.kind).toBe('working');
    if (turn === undefined) throw new Error('There is no turn.');
    expect(settled(turn)).toMatchObject({ steps: [{ status: 'error' }], outcome: { kind: 'answered', status: 'interrupted' } });
  });

  it('says of an answer that rests on a search which pages it rests on', () => {
    const sources = [{ title: 'Weather', url: 'https://weather.example/oslo' }, { title: 'Bad', url: 'javascript:alert(1)' }];
    const [turn] = turnsOf(user('Go'), { ...storedAnswer('Rain.'), sources });
    expect(turn).toMatchObject({ steps: [{ kind: 'search', count: 1 }], sources: [{ title: 'Weather', host: 'weather.example' }] });
    expect(sessionMarkdown(read(user('Go'), { ...storedAnswer('Rain.'), sources }))).toContain('Sources:\n1. Weather: <https://weather.example/oslo>');
  });

  it.each([
    ['a code fence', '```json\n{"response":"Hi","logSummary":"x"}\n```', 'Hi'],
    ['text around it', 'Sure: {"response":"Hi"} there', 'Hi'],
    ['raw line breaks', '{"response":"one\ntwo", "logSummary": oops', 'one\ntwo'],
    ['none of it', 'Just text.', 'Just text.'],
    ['an empty text', '', ''],
  ])('reads an answer with %s', (_, content, response) => {
    expect(turnsOf(user('Go'), { role: 'assistant', content })[0]?.answer).toBe(response);
  });
});

describe('an exported session', () => {
  it('is Markdown that says who said what and what was done, with fences longer than any within', () => {
    const text = sessionMarkdown(read(user('List\n# all', { at: '2026-02-13T12:00:00.000Z' }), ...storedCall('exec', { cmd: 'ls' }, { status: 'ok', stdout: '```\nx\n' }), storedAnswer('**Two** files.')));
    expect(text).toBe(
      [
        '# Session s1', 'Session `s1`', '## You (2026-02-13T12:00:00.000Z)', 'List\n# all', '## Jarvis', 'Tool `exec`: ok',
        '```json\n{\n  "cmd": "ls"\n}\n```', '````\nstatus: ok\nstdout:\n```\nx\n````', '**Two** files.\n',
      ].join('\n\n'),
    );
    expect(text).not.toContain('summary');
  });

  it.each([
    ['Backup of the photos', 'jarvis-Backup-of-the-photos'],
    ['../../etc/passwd \0 "x"', 'jarvis-etc-passwd-x'],
    ['Über 日本', 'jarvis-Über-日本'],
    ['???', 'jarvis-session'],
    ['x'.repeat(500), `jarvis-${'x'.repeat(60)}`],
  ])('has a name that every file system takes: %j', (title, name) => {
    expect(fileName(title)).toBe(name);
  });
});
