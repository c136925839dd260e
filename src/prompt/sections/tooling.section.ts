import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** A rule and the tools of which at least one must be offered for it to be said. */
interface ToolRule {
  readonly tools: readonly string[];
  readonly text: string;
}

const INTRODUCTION = `## Tooling
What you can do is what the tools offered with this request can do; a name that you read elsewhere is no tool. Write the names exactly as they are given.`;

/** The rules of the seed's "Tooling" section, each for the tools that it speaks of. */
const RULES: readonly ToolRule[] = [
  {
    tools: ['cron'],
    text: 'For anything later (looking again in a while, reminders, what recurs) make a schedule with `cron`. Do not wait for it with `exec` and sleep loops, with `yieldMs` as a delay, or by calling `process` again and again.',
  },
  {
    tools: ['exec', 'process'],
    text: '`exec` and `process` are for commands that start now; one that goes on for long runs in the background.',
  },
  {
    tools: ['process'],
    text: 'When a background command ends or fails you are woken by itself: start it once and go on with something else, or end your turn. Use `process` for its log and its state, to give it input, or to stop it.',
  },
  {
    tools: ['sessions_spawn'],
    text: 'Larger work that can go on by itself is for a sub-agent: `sessions_spawn`. Its result is pushed to you: it announces itself in this session when it is done.',
  },
  {
    tools: ['subagents', 'sessions_list'],
    text: 'Do not call `subagents` or `sessions_list` in a loop to wait for something to be done.',
  },
  {
    tools: ['update_plan'],
    text: 'Use `update_plan` only for work of several steps that are not trivial. Keep exactly one step `in_progress`, and do not repeat the whole plan after an update.',
  },
];

/** That tools are what they are given as, and how to use those that run for long. */
@PromptSectionProvider()
@Injectable()
export class ToolingSection implements PromptSection {
  readonly name = 'Tooling';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.tooling;
  readonly modes = ['full', 'minimal'] as const;

  render({ tools }: PromptContext): Promise<string | undefined> {
    if (tools.size === 0) return Promise.resolve(undefined);
    const rules = RULES.filter((rule) => rule.tools.some((name) => tools.has(name)));
    return Promise.resolve([INTRODUCTION, ...rules.map(({ text }) => `- ${text}`)].join('\n'));
  }
}
