import type { Transcript } from '../api/sessions.js';
import type { Step, Turn } from '../conversation/conversation.js';
import { settled, turnsOfTranscript } from '../conversation/transcript-turns.js';
import { resultText } from '../tool-calls/result-text.js';

/** A session as a Markdown document: who said what, and what was done on the way. */
export function sessionMarkdown({ sessionId, title, messages }: Transcript): string {
  const turns = turnsOfTranscript(messages).map(settled);
  const head = [`# ${title.replace(/\s+/g, ' ').trim() || 'Untitled session'}`, `Session \`${sessionId}\``];
  return `${[...head, ...turns.flatMap(turnParts)].join('\n\n')}\n`;
}

function turnParts({ text, startedAt, steps, answer, sources, citations }: Turn): string[] {
  const when = startedAt === undefined ? '' : ` (${new Date(startedAt).toISOString()})`;
  return [`## You${when}`, text, '## Jarvis', ...steps.flatMap(stepParts), ...(answer === '' ? ['(no answer)'] : [answer]), ...(sources.length === 0 ? [] : [sourceList(sources)]), ...(citations.length === 0 ? [] : [citations.map(({ number, place }) => `[${number}] ${place}`).join('\n')])];
}

const sourceList = (sources: Turn['sources']): string => ['Sources:', ...sources.map(({ title, url }, index) => `${index + 1}. ${title}: <${url}>`)].join('\n');

function stepParts(step: Step): string[] {
  switch (step.kind) {
    case 'tool':
      return [`Tool \`${step.name}\`: ${step.status}`, fenced(JSON.stringify(step.args, null, 2), 'json'), fenced(resultText(step.result))];
    case 'checkpoint':
      return [`Checkpoint. Done so far: ${step.progress || 'not said'} To do: ${step.remaining || 'not said'}`];
    case 'search':
      return ['Searched the web.'];
    case 'reasoning':
    case 'notice':
      return [step.text];
  }
}

/** A code block whose fence is longer than any within. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([signs]) => signs.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
