import { abortSession, fetchNewestSources, type TurnOptions } from '../api/jarvis-client.js';
import { problemOfError, problemOfLostMessage, RequestFailedError } from '../api/problem.js';
import { isTerminal, type TurnFrame } from '../api/turn-frame.js';
import { newTurnId, type Turn } from './conversation.js';
import type { ConversationEvent } from './conversation-reducer.js';
import { FrameBuffer } from './frame-buffer.js';
import { newKey } from './new-key.js';
import { readRunningSession, writeRunningSession } from './running-session.js';
import { readSession, somethingHappens, type SessionState } from './session-state.js';
import { settled } from './transcript-turns.js';
import { RunGoneError, watchTurn, type WatchedTurn } from './watch-turn.js';

/** What a person can do to the conversation, and what follows from it. Talks to the server; tells by events what happened. */
export class ConversationController {
  private sessionId: string | null = null;
  /** Ends the watching of the present turn when the person goes elsewhere. */
  private present = new AbortController();
  /** Changes with everything that is begun, so that what comes late is known as such. */
  private visit = 0;
  /** Whether a run is known to be at work on the present turn. */
  private isWatching = false;
  /** The turn that is to stop as soon as it is known to run. */
  private stopAsked: string | undefined;
  /** Keys of turns whose message may or may not have arrived: sent again under the same key it runs once. */
  private readonly keys = new Map<string, string>();

  /** What goes with the messages of turns that may be tried again. */
  private readonly options = new Map<string, TurnOptions>();

  constructor(private readonly dispatch: (event: ConversationEvent) => void) {}

  /** Sends a message. Only one turn runs at a time: the page offers this while nothing runs. */
  send(text: string, options: TurnOptions = {}): void {
    const id = newTurnId();
    this.options.set(id, options);
    this.dispatch({ type: 'turn-start', turnId: id, text, startedAt: Date.now() });
    this.sendTurn({ id, text });
  }

  /** Sends the text of a failed turn again, in its place and in its session. */
  retry({ id, text }: Turn): void {
    this.dispatch({ type: 'turn-retry', turnId: id, startedAt: Date.now() });
    this.sendTurn({ id, text });
  }

  /** Asks the server to end the running turn of the present session; its own end then arrives as ever. */
  stop(turnId: string): void {
    this.dispatch({ type: 'turn-stop', turnId, stop: 'asked' });
    if (this.sessionId !== null && this.isWatching) void this.abort(turnId, this.sessionId);
    else this.stopAsked = turnId;
  }

  /** Clears the page; the next message begins a session. A turn that runs goes on in its session. */
  startNewSession(): void {
    this.leave();
    this.sessionId = null;
    this.dispatch({ type: 'session-new' });
  }

  /** Shows a session, and what runs in it while it does. Throws RequestFailedError where it cannot be read; then all stays as it is. */
  async openSession(sessionId: string): Promise<void> {
    const visit = (this.visit += 1);
    const state = await readSession(sessionId);
    if (visit === this.visit) this.show(state);
  }

  /** Starts anew where this session is the present one. For when it is deleted. */
  leaveSession(sessionId: string): void {
    if (this.sessionId === sessionId) this.startNewSession();
  }

  /** Comes back to the turn that this tab watched before it was loaded anew. */
  async returnToRunningTurn(): Promise<void> {
    const sessionId = readRunningSession();
    // Deleted, or not for this caller any more: the page starts as it would have without.
    if (sessionId !== null) await this.openSession(sessionId).catch(() => this.startNewSession());
  }

  /** Takes up what happened to the session elsewhere, where it has more than `turnCount` turns or one that runs. */
  async catchUp(turnCount: number): Promise<void> {
    const { sessionId, visit } = this;
    if (sessionId === null || this.isWatching) return;
    // Where it cannot be read, what is on the page is still right, and the next message tells whether the server is there.
    const state = await readSession(sessionId).catch(() => undefined);
    const isAhead = state !== undefined && (state.runId !== undefined || state.turns.length > turnCount);
    if (isAhead && visit === this.visit) this.show(state);
  }

  private show({ sessionId, turns, runId }: SessionState): void {
    const signal = this.leave();
    this.sessionId = sessionId;
    const running = turns.at(-1);
    if (runId !== undefined && running?.outcome.kind === 'working') {
      // The run tells all of its turn again.
      this.dispatch({ type: 'session-open', sessionId, turns: [...turns.slice(0, -1), { ...running, steps: [], answer: '' }] });
      void this.watch(running, { runId }, signal);
      return;
    }
    if (turns.length > 0 || runId === undefined) this.dispatch({ type: 'session-open', sessionId, turns: turns.map(settled) });
    if (runId !== undefined) void this.showWhenBegun(sessionId, runId, signal);
  }

  /** A run that waits for another one, or has ended a moment ago: what it is about is in the session when it has done something. */
  private async showWhenBegun(sessionId: string, runId: string, signal: AbortSignal): Promise<void> {
    writeRunningSession(sessionId);
    try {
      await somethingHappens(runId, signal);
      await this.openSession(sessionId);
    } catch {
      if (!signal.aborted) this.startNewSession();
    }
  }

  private sendTurn(turn: Pick<Turn, 'id' | 'text'>): void {
    const key = this.keys.get(turn.id) ?? newKey();
    this.keys.set(turn.id, key);
    const options = this.options.get(turn.id) ?? {};
    void this.watch(turn, { message: { sessionId: this.sessionId, text: turn.text, key, options } }, this.leave());
  }

  private async watch(turn: Pick<Turn, 'id' | 'text'>, watched: WatchedTurn, signal: AbortSignal): Promise<void> {
    const turnId = turn.id;
    const buffer = new FrameBuffer((frames) => {
      if (!signal.aborted) this.dispatch({ type: 'turn-frames', turnId, frames, at: Date.now() });
    });
    const onFrame = (frame: TurnFrame) => {
      buffer.push(frame);
      if (frame.type === 'run-start') this.begun(turnId, frame.sessionId);
      if (isTerminal(frame)) this.ended(turnId);
      if (isTerminal(frame) || frame.type === 'run-start') buffer.flush();
      if (frame.type === 'run-end' && frame.sessionId !== '') this.follow(turnId, frame.sessionId);
      if (frame.type === 'run-end' && frame.isSearched) void this.readSources(turnId);
    };
    const onConnection = (isConnected: boolean) => this.dispatch({ type: 'turn-connection', turnId, isConnected });
    if ('runId' in watched && this.sessionId !== null) this.begun(turnId, this.sessionId);
    try {
      await watchTurn(watched, { onFrame, onConnection }, signal);
    } catch (error) {
      if (signal.aborted) return;
      buffer.flush();
      await this.lost(turn, error);
    }
  }

  /** Goes on in the session that the end of a turn names: another one after `/new`. */
  private follow(turnId: string, sessionId: string): void {
    if (sessionId === this.sessionId) return;
    this.sessionId = sessionId;
    this.dispatch({ type: 'session-follow', turnId, sessionId });
  }

  /** The frames carry the number of sources only; the answer that was just stored has them. */
  private async readSources(turnId: string): Promise<void> {
    if (this.sessionId === null) return;
    // Where they cannot be read, the answer is still there, and says that the web was searched.
    const sources = await fetchNewestSources(this.sessionId).catch(() => []);
    if (sources.length > 0) this.dispatch({ type: 'turn-sources', turnId, sources });
  }

  private begun(turnId: string, sessionId: string): void {
    this.sessionId = sessionId;
    this.isWatching = true;
    writeRunningSession(sessionId);
    if (this.stopAsked === turnId) void this.abort(turnId, sessionId);
    this.stopAsked = undefined;
  }

  private ended(turnId: string): void {
    this.isWatching = false;
    this.stopAsked = undefined;
    this.keys.delete(turnId);
    writeRunningSession(null);
  }

  /** A turn that cannot be watched to its end. What its run did, if anything, is in the session. */
  private async lost(turn: Pick<Turn, 'id' | 'text'>, error: unknown): Promise<void> {
    const { visit, sessionId } = this;
    const key = this.keys.get(turn.id);
    this.ended(turn.id);
    // Nobody knows whether a message that was not answered has arrived.
    if (error instanceof RequestFailedError && error.httpStatus === 0 && key !== undefined) this.keys.set(turn.id, key);
    let problem = problemOfError(error);
    if (error instanceof RunGoneError && sessionId !== null) {
      const state = await readSession(sessionId).catch(() => undefined);
      if (visit !== this.visit) return;
      if (state?.turns.at(-1)?.text === turn.text) return this.show(state);
      problem = problemOfLostMessage();
    }
    this.dispatch({ type: 'turn-failed', turnId: turn.id, problem });
  }

  private async abort(turnId: string, sessionId: string): Promise<void> {
    try {
      await abortSession(sessionId);
    } catch {
      this.dispatch({ type: 'turn-stop', turnId, stop: 'refused' });
    }
  }

  /** Ends what the page follows, and begins something else, which the next call ends. */
  private leave(): AbortSignal {
    this.present.abort();
    this.present = new AbortController();
    this.visit += 1;
    this.isWatching = false;
    this.stopAsked = undefined;
    writeRunningSession(null);
    return this.present.signal;
  }
}
