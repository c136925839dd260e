/**
 * Whether a chat request is answered as a stream: it says so in Accept, or it comes from a client of the SSE protocol that asks for nothing
 * special and is known by its `X-Session-ID` header or by `conversation_id` in its body.
 */
export function wantsStream(headers: Readonly<Record<string, string | undefined>>, body: { conversation_id?: string | null }): boolean {
  const accept = headers.accept ?? '';
  if (/\btext\/event-stream\b/i.test(accept)) return true;
  if (/\bapplication\/json\b/i.test(accept)) return false;
  return headers['x-session-id'] !== undefined || (body.conversation_id ?? undefined) !== undefined;
}
