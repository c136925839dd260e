import { ellipsize } from '../../common/text.js';
import type { PlannedCall } from './plain-request.js';
import type { ToolReport } from './tool-report.js';

/** A call that was made and what came of it. */
export interface Step {
  call: PlannedCall;
  report: ToolReport;
}

/** What the offline model has to say. */
export interface OfflineAnswer {
  /** What the person asked. */
  request: string;
  /** Whether the server did itself what was asked, and said so. */
  doneByServer: boolean;
  /** Whether the request was one that it understands. */
  understood: boolean;
  steps: readonly Step[];
  /** Calls that were not made. */
  rest: readonly PlannedCall[];
  /** The next call's tool, where it is not offered. */
  missingTool?: string;
}

/** The JSON contract of docs/system-prompt.md. */
export interface ContractAnswer {
  response: string;
  logSummary: string;
  checkpoint?: { progress: string; remaining: string };
}

const SIGNATURE = 'I am the offline model: a few rules, not a language model. `jarvis setup` connects a real one.';

/** Characters of the request in a log line; the log entry holds the whole of it. */
const MAX_REQUEST_IN_SUMMARY = 60;

/** What it understands, with the tool that each needs. */
const EXAMPLES: readonly [tool: string, example: string][] = [
  ['list_dir', '`list /etc` or `list this directory`'],
  ['exec', '``run `uname -a` ``, also ``run `a` then run `b` ``'],
  ['read_file', '`read notes.txt`'],
  ['save_user_info', '`remember that my timezone is Europe/Berlin`'],
  ['read_user_info', '`what do you know about me`'],
  ['get_recent_sessions', '`recent sessions`'],
  ['get_current_time', '`what time is it`'],
];

/** The final answer: the results so far and what was left undone, or what can be asked. */
export function finalAnswer(answer: OfflineAnswer, offeredTools: readonly string[]): ContractAnswer {
  if (!answer.understood && answer.doneByServer) {
    return { response: SIGNATURE, logSummary: `${asked(answer)}: the server did this itself, so the offline model (not a language model) had nothing to do.` };
  }
  if (!answer.understood) return help(answer, offeredTools);
  const parts = answer.steps.map((step) => step.report.text);
  if (answer.missingTool !== undefined) parts.push(`That needs the tool ${answer.missingTool}, which is not offered here.`);
  else if (answer.rest.length > 0) parts.push(`So I did not go on with: ${wordsOf(answer.rest)}.`);
  return { response: [...parts, SIGNATURE].join('\n\n'), logSummary: logSummary(answer) };
}

/** The answer at the iteration limit: what is left goes into the checkpoint in words that the next run understands. */
export function wrapUpAnswer(answer: OfflineAnswer): ContractAnswer {
  const progress = answer.steps.length === 0 ? 'Nothing yet.' : answer.steps.map((step) => step.report.summary).join('; ');
  const parts = answer.steps.map((step) => step.report.text);
  return {
    response: [...parts, `Still to do: ${wordsOf(answer.rest)}.`, SIGNATURE].join('\n\n'),
    logSummary: logSummary(answer),
    checkpoint: { progress, remaining: wordsOf(answer.rest) },
  };
}

/** Plain text in place of the part of a conversation that is left out: it cannot summarise, so it repeats what was asked. */
export function summary(requests: readonly string[]): string {
  const asked = requests.map((request) => `- ${ellipsize(request.replace(/\s+/g, ' ').trim(), 120)}`).slice(-30);
  return ['(The offline model is no language model and cannot summarise.) The user asked, in this order:', ...asked].join('\n');
}

function help(answer: OfflineAnswer, offeredTools: readonly string[]): ContractAnswer {
  const offered = EXAMPLES.filter(([tool]) => offeredTools.includes(tool)).map(([, example]) => `- ${example}`);
  const can =
    offered.length === 0
      ? 'No tool that I know is offered here, so I can do nothing for you.'
      : `I understand plain requests:\n\n${offered.join('\n')}`;
  const advice = 'For everything else, run `jarvis setup` and choose OpenRouter, a local model server, or another provider.';
  return {
    response: `I did not understand that. ${SIGNATURE}\n\n${can}\n\n${advice}`,
    logSummary: `${asked(answer)}: not understood, so the offline model (not a language model) said what it can do. No tool was called.`,
  };
}

function logSummary(answer: OfflineAnswer): string {
  const done = answer.steps.map((step) => step.report.summary);
  const undone = answer.rest.length === 0 ? [] : [`not done: ${wordsOf(answer.rest)}`];
  const reason = answer.missingTool === undefined ? [] : [`the tool ${answer.missingTool} is not offered`];
  return `${asked(answer)}: ${[...done, ...undone, ...reason].join('; ')}. By the offline model, which follows rules and is not a language model.`;
}

/** A log line begins with what was asked: its beginning is the session's title. */
function asked({ request }: OfflineAnswer): string {
  return `"${ellipsize(request.replace(/\s+/g, ' ').trim(), MAX_REQUEST_IN_SUMMARY)}"`;
}

function wordsOf(calls: readonly PlannedCall[]): string {
  return calls.map((call) => call.words).join(' then ');
}
