/** Numbers the runs of this process, so that no two have the same id. */
let runCount = 0;

/**
 * A run of the scripted server: frames as of docs/streaming.md, kept and numbered from 1, sent to whoever watches. A
 * test emits them one by one, and cuts the connections where it likes.
 */
export class ScriptedRun {
  runId = `run-${++runCount}`;
  frames = [];
  isEnded = false;
  #watchers = new Set();

  constructor(sessionId) {
    this.sessionId = sessionId;
    this.emit({ status: 'running' });
  }

  /** Pages that watch now. */
  get watcherCount() {
    return this.#watchers.size;
  }

  /** Adds a frame; whoever watches gets it at once. */
  emit(content) {
    const { runId, sessionId } = this;
    this.frames.push({ ...content, conversation_id: sessionId, runId, sessionId });
    const id = this.frames.length;
    for (const response of this.#watchers) this.#send(response, id);
    return this;
  }

  /** Adds text to the answer, a frame for each piece. */
  say(...pieces) {
    for (const token of pieces) this.emit({ token });
    return this;
  }

  /** Ends the run well. */
  end(status = 'ok') {
    return this.#close({ done: true, status, perplexity: 0, tokens_per_sec: 0 });
  }

  /** Ends the run without an answer. */
  fail(error, status = 'model_error', errorKey = status) {
    return this.#close({ error, error_key: errorKey, ...(status && { status }) });
  }

  /** Ends the run with a whole answer. */
  endWith({ response, toolCalls, status }) {
    for (const [index, call] of (Array.isArray(toolCalls) ? toolCalls : []).entries()) {
      if (call === null) continue;
      const callId = `call-${index + 1}`;
      this.emit({ tool: { callId, name: call.name, args: call.args } });
      this.emit({ tool: { callId, ...call } });
    }
    if (response !== '') this.say(response);
    return this.end(status);
  }

  /** Breaks every connection without a word. */
  cut() {
    for (const response of this.#watchers) response.destroy();
    this.#watchers.clear();
  }

  /** Sends every frame behind `lastId`, then the live rest. */
  watch(response, lastId = 0) {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    response.flushHeaders();
    for (let id = lastId + 1; id <= this.frames.length; id++) this.#send(response, id);
    if (this.isEnded) return response.end();
    this.#watchers.add(response);
    response.once('close', () => this.#watchers.delete(response));
  }

  #close(content) {
    this.isEnded = true;
    this.emit(content);
    for (const response of this.#watchers) response.end();
    this.#watchers.clear();
    return this;
  }

  #send(response, id) {
    response.write(`id: ${id}\ndata: ${JSON.stringify(this.frames[id - 1])}\n\n`);
  }
}
