import 'reflect-metadata';
import type { AgentEvent, TurnAnswer } from '../agent/agent-event.js';
import { Clock } from '../common/clock.js';
import type { TypingMode } from '../config/agent-settings.js';
import { Settings } from '../config/settings.js';
import { TypingController } from './typing-controller.js';
import { typingSettings } from './typing-mode.js';

/** A clock that is moved by hand; whoever sleeps is woken in order. */
class HandClock extends Clock {
  private time = 0;
  private sleepers: { at: number; wake: () => void }[] = [];

  override now = (): Date => new Date(this.time);

  override sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.sleepers.push({ at: this.time + milliseconds, wake: resolve });
      signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
  }

  async move(milliseconds: number): Promise<void> {
    for (const end = this.time + milliseconds; ; ) {
      await settled();
      const next = this.sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) {
        this.time = end;
        return;
      }
      this.sleepers = this.sleepers.filter((sleeper) => sleeper !== next);
      this.time = next.at;
      next.wake();
    }
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const START: AgentEvent = { type: 'run-start', runId: 'r', sessionId: 's' };
const END: AgentEvent = { type: 'run-end', answer: {} as TurnAnswer };
const text = (value: string): AgentEvent => ({ type: 'text-delta', text: value });
const thought: AgentEvent = { type: 'reasoning-delta', text: 'hm' };
const tool: AgentEvent = { type: 'tool-start', callId: 'c', name: 'exec', args: {} };

class Chat {
  readonly clock = new HandClock();
  sent = 0;
  stopped = 0;
  fails = false;
  readonly controller: TypingController;

  constructor(mode: TypingMode, intervalMs = 6_000) {
    const typing = (): Promise<void> => {
      this.sent += 1;
      return this.fails ? Promise.reject(new Error('refused')) : Promise.resolve();
    };
    const stop = (): Promise<void> => Promise.resolve(void (this.stopped += 1));
    this.controller = new TypingController({ typing, stop }, this.clock, { mode, intervalMs });
  }

  async take(...events: AgentEvent[]): Promise<number> {
    for (const event of events) this.controller.take(event);
    await settled();
    return this.sent;
  }
}

describe('typing', () => {
  test.each<[TypingMode, AgentEvent[], number]>([
    ['never', [START, thought, tool, text('Hi')], 0],
    ['instant', [START], 1],
    ['message', [START, thought, tool], 0],
    ['message', [START, text(' \n')], 0],
    ['message', [START, text('Hi')], 1],
    ['thinking', [START, tool, text('Hi')], 0],
    ['thinking', [START, thought], 1],
  ])('mode %s after %j: %d', async (mode, events, sent) => {
    expect(await new Chat(mode).take(...events)).toBe(sent);
  });

  test('is told again at each interval, and ends with the run, once', async () => {
    const chat = new Chat('instant');
    await chat.take(START, text('a'), text('b'));
    await chat.clock.move(17_999);
    expect(chat.sent).toBe(3);
    await chat.clock.move(1);
    expect(chat.sent).toBe(4);
    await chat.take(END, END);
    chat.controller.end();
    await chat.clock.move(60_000);
    expect([chat.sent, chat.stopped]).toEqual([4, 1]);
  });

  test('does not begin after the end, and stops nothing that never began', async () => {
    const chat = new Chat('message');
    expect(await chat.take(START, END, text('late'))).toBe(0);
    expect(chat.stopped).toBe(0);
  });

  test('ends by itself two minutes after the last sign of life', async () => {
    const chat = new Chat('instant', 10_000);
    await chat.take(START);
    await chat.clock.move(100_000);
    await chat.take(tool);
    await chat.clock.move(100_000);
    expect(chat.stopped).toBe(0);
    await chat.clock.move(30_000);
    const sent = chat.sent;
    expect(chat.stopped).toBe(1);
    await chat.take(text('late'));
    await chat.clock.move(60_000);
    expect(chat.sent).toBe(sent);
  });

  test('leaves a chat alone that refuses twice', async () => {
    const chat = new Chat('instant');
    chat.fails = true;
    await chat.take(START);
    await chat.clock.move(60_000);
    expect(chat.sent).toBe(2);
  });
});

describe('the settings of typing', () => {
  const settings = (values: { session?: object; agent?: object; defaults?: object }): Settings => {
    const made = new Settings();
    Object.assign(made.session, values.session);
    Object.assign(made.agent, values.agent);
    Object.assign(made.agents.defaults, values.defaults);
    return made;
  };
  const direct = { kind: 'direct', isMentioned: false, isUnasked: false } as const;

  test.each([
    ['a direct chat', {}, direct, 'instant', 6_000],
    ['a group that names Jarvis', {}, { ...direct, kind: 'group', isMentioned: true } as const, 'instant', 6_000],
    ['a group that does not', {}, { ...direct, kind: 'group' } as const, 'message', 6_000],
    ['a heartbeat, whatever is set', { session: { typingMode: 'instant' } }, { ...direct, isUnasked: true }, 'never', 6_000],
    ['the defaults', { defaults: { typingMode: 'thinking', typingIntervalSeconds: 9 } }, direct, 'thinking', 9_000],
    ['the older place', { agent: { typingMode: 'message', typingIntervalSeconds: 8 }, defaults: { typingMode: 'never', typingIntervalSeconds: 9 } }, direct, 'message', 8_000],
    ['the session, for mode and interval', { session: { typingMode: 'message', typingIntervalSeconds: 4 }, agent: { typingMode: 'thinking', typingIntervalSeconds: 6 }, defaults: { typingIntervalSeconds: 9 } }, direct, 'message', 4_000],
  ] as const)('%s', (_name, values, situation, mode, intervalMs) => {
    expect(typingSettings(settings(values), situation)).toEqual({ mode, intervalMs });
  });
});
