import { problemOfFrame } from '../api/problem.js';
import type { TurnFrame } from '../api/turn-frame.js';
import { OUTPUT_KEPT_CHARACTERS } from '../limits.js';
import type { Step, ToolStep, Turn } from './conversation.js';

type ToolEnd = TurnFrame & { type: 'tool-end' };

/** What a turn is after one more frame that came at `now`, in milliseconds since the epoch. Pure. */
export function turnReducer(turn: Turn, frame: TurnFrame, now: number): Turn {
  switch (frame.type) {
    case 'run-start':
      return turn;
    case 'text-delta':
      return { ...turn, answer: turn.answer + frame.text };
    case 'text-reset':
      return { ...turn, answer: '' };
    case 'reasoning-delta':
      return { ...turn, steps: withReasoning(turn.steps, frame.text) };
    case 'tool-start':
      return { ...turn, steps: [...turn.steps, startOf(frame, now)] };
    case 'tool-output':
      return { ...turn, steps: withTool(turn.steps, frame.callId, (tool) => ({ ...tool, output: endOf(tool.output + frame.text) })) };
    case 'tool-end':
      return { ...turn, steps: withToolEnd(turn.steps, frame, now) };
    case 'usage': {
      const { promptTokens, completionTokens } = turn.usage ?? { promptTokens: 0, completionTokens: 0 };
      return {
        ...turn,
        usage: { promptTokens: promptTokens + frame.promptTokens, completionTokens: completionTokens + frame.completionTokens },
      };
    }
    case 'notice':
      return { ...turn, steps: [...turn.steps, { kind: 'notice', text: frame.text }] };
    case 'checkpoint':
      return { ...turn, steps: [...turn.steps, { kind: 'checkpoint', progress: frame.progress, remaining: frame.remaining }] };
    case 'search-start':
      return { ...turn, steps: [...turn.steps, { kind: 'search', count: undefined }] };
    case 'search-results':
      return { ...turn, steps: withSearchResults(turn.steps, frame.count) };
    case 'run-end':
      return {
        ...turn,
        citations: frame.citations,
        outcome: { kind: 'answered', status: frame.status, durationMs: turn.startedAt === undefined ? undefined : now - turn.startedAt },
      };
    case 'run-failed':
      return { ...turn, answer: '', outcome: { kind: 'failed', problem: problemOfFrame(frame) } };
  }
}

/** Pieces of one thought stay together; a thought after something else is another one. */
function withReasoning(steps: readonly Step[], text: string): Step[] {
  const last = steps.at(-1);
  return last?.kind === 'reasoning' ? [...steps.slice(0, -1), { ...last, text: last.text + text }] : [...steps, { kind: 'reasoning', text }];
}

/** The results belong to the search that was begun last; one whose beginning was missed is there from now on. */
function withSearchResults(steps: readonly Step[], count: number): Step[] {
  const index = steps.findLastIndex((step) => step.kind === 'search' && step.count === undefined);
  const found: Step = { kind: 'search', count };
  return index === -1 ? [...steps, found] : steps.with(index, found);
}

function startOf({ callId, name, args }: Pick<ToolEnd, 'callId' | 'name' | 'args'>, now: number): ToolStep {
  return { kind: 'tool', callId, name, args, status: 'running', startedAt: now, output: '', result: undefined };
}

/** Changes the running call of this id; without one, nothing. */
function withTool(steps: readonly Step[], callId: string, change: (tool: ToolStep) => ToolStep): Step[] {
  const index = steps.findLastIndex((step) => step.kind === 'tool' && step.status === 'running' && step.callId === callId);
  return steps.map((step, at) => (at === index && step.kind === 'tool' ? change(step) : step));
}

/** A call whose start was missed is there from its end on. */
function withToolEnd(steps: readonly Step[], end: ToolEnd, now: number): Step[] {
  const isKnown = steps.some((step) => step.kind === 'tool' && step.status === 'running' && step.callId === end.callId);
  const { name, args, status, result } = end;
  return withTool(isKnown ? steps : [...steps, startOf(end, now)], end.callId, (tool) => ({ ...tool, name, args, status, result, output: '' }));
}

/** The end of a long output, never from the middle of a character. */
function endOf(output: string): string {
  return output.length > OUTPUT_KEPT_CHARACTERS ? output.slice(-OUTPUT_KEPT_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '') : output;
}
