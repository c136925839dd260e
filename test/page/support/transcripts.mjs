/** The instant at which the sessions of the tests were last changed, unless a test says otherwise. */
const CHANGED_AT = '2026-02-13T12:34:56.789Z';

/** A final answer as it is stored: the JSON contract. */
export function storedAnswer(response, fields = {}) {
  return { role: 'assistant', content: JSON.stringify({ response, logSummary: 'A summary for the log.', ...fields }) };
}

/** A tool call and its result as they are stored. */
export function storedCall(name, args, result, id = 'call-1') {
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
  return [{ role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: id, content: JSON.stringify(result) }];
}

/** A session as `GET /api/sessions/:id` gives it. */
export function transcript(sessionId, messages, { title = `Session ${sessionId}`, updatedAt = CHANGED_AT } = {}) {
  return { sessionId, title, metadata: { handoffCount: 0, createdAt: CHANGED_AT, updatedAt }, messages: [{ role: 'system', content: 'You are Jarvis.' }, ...messages] };
}
