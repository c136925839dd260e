import { readApprovals, readChatAnswer, readErrorBody, readHealth } from '../../ui/src/api/contract.js';
import { problemOfResponse } from '../../ui/src/api/problem.js';
import { safeLink } from '../../ui/src/answer/safe-link.js';

describe('what the page reads of an answer', () => {
  it('is the contract, and tool calls whatever they hold', () => {
    const body = { sessionId: 'a', response: 'Hi', logSummary: 'x', status: 'tool_failed', toolCalls: [{ name: 'exec', args: { command: 'ls' }, status: 'ok', result: '' }, { status: 'error' }, 7] };
    expect(readChatAnswer(body)).toEqual({
      sessionId: 'a',
      response: 'Hi',
      status: 'tool_failed',
      toolCalls: [
        { name: 'exec', args: { command: 'ls' }, status: 'ok', result: '' },
        { name: 'unnamed tool', args: {}, status: 'error', result: undefined },
      ],
    });
  });

  it('takes an answer without status or tool calls for a good one', () => {
    expect(readChatAnswer({ sessionId: 'a', response: '' })).toEqual({ sessionId: 'a', response: '', toolCalls: [], status: 'ok' });
  });

  it.each([null, 'text', [], {}, { sessionId: 1, response: '' }, { sessionId: 'a' }])('is nothing where it is no answer: %j', (body) => {
    expect(readChatAnswer(body)).toBeUndefined();
  });

  it('takes the model for a real one unless the server says otherwise', () => {
    expect([{ offline: true }, { offline: 'yes' }, {}, null].map((body) => readHealth(body).offline)).toEqual([true, false, false, false]);
  });

  it('lists what can be decided', () => {
    const approval = { id: '1', sessionId: 's', command: 'ls', directory: '/', expiresAt: 'x' };
    expect(readApprovals({ approvals: [approval, { id: '2' }, null] })).toEqual([approval]);
    expect(readApprovals([approval])).toEqual([approval]);
    expect(readApprovals('no')).toEqual([]);
  });
});

describe('a failure in words', () => {
  it('says what the server said, and what to do by the status of the run', () => {
    expect(problemOfResponse(500, { error: 'No model.', details: ['a: 401', 'b: 429'], status: 'model_error' })).toMatchObject({
      what: 'No model.',
      details: 'a: 401\nb: 429',
      advice: expect.stringContaining('`jarvis doctor`'),
    });
  });

  it.each([
    [400, 'Change the message'],
    [401, 'may not talk'],
    [403, 'may not talk'],
    [413, 'Shorten'],
    [429, 'Wait a moment'],
    [503, '`jarvis logs`'],
  ])('has advice for HTTP %i', (status, words) => {
    expect(problemOfResponse(status, { error: 'x' }).advice).toContain(words);
  });

  it('shows details of any shape, and takes none for none', () => {
    expect(problemOfResponse(400, { error: 'x', details: [{ field: 'message', problem: 'empty' }] }).details).toContain('"field": "message"');
    expect(problemOfResponse(400, { error: 'x', details: null }).details).toBe('');
    expect(readErrorBody({ message: 'not ours' })).toBeUndefined();
  });
});

describe('a link in an answer', () => {
  it.each(['https://example.org/a?b=c#d', 'http://localhost:3000/', 'mailto:a@example.org', 'HTTPS://EXAMPLE.ORG/', '#footnote'])('may lead to %s', (address) => {
    expect(safeLink(address)).toBe(address);
  });

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:http://x/y', '/api/x', '//example.org', 'api', '', 'ftp://x', 'https://'])('may not lead to %j', (address) => {
    expect(safeLink(address)).toBe('');
  });
});
