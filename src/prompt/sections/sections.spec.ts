import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConfigService } from '../../config/config.service.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { packageRoot } from '../../common/package-root.js';
import { assemblePrompt, promptText, type RenderedSection } from '../assembled-prompt.js';
import type { PromptContributions } from '../contributions/prompt-contributions.js';
import type { PromptContext, PromptMode, PromptSection } from '../prompt-section.js';
import { DateTimeSection } from './date-time.section.js';
import { DocumentationSection } from './documentation.section.js';
import { ExecutionBiasSection } from './execution-bias.section.js';
import { ExtraContextSection } from './extra-context.section.js';
import { IdentitySection } from './identity.section.js';
import { InteractionStyleSection } from './interaction-style.section.js';
import { MemoryRecallSection } from './memory-recall.section.js';
import { MessagingSection } from './messaging.section.js';
import { ProviderPrefixSection } from './provider-prefix.section.js';
import { ProviderSuffixSection } from './provider-suffix.section.js';
import { ReasoningSection } from './reasoning.section.js';
import { ReplyTagsSection } from './reply-tags.section.js';
import { RuntimeSection } from './runtime.section.js';
import { SafetySection } from './safety.section.js';
import { SelfUpdateSection } from './self-update.section.js';
import { SECTIONS } from './sections.js';
import { SilentRepliesSection } from './silent-replies.section.js';
import { ToolCallStyleSection } from './tool-call-style.section.js';
import { ToolingSection } from './tooling.section.js';

const TOOLS = ['cron', 'exec', 'gateway', 'memory_get', 'memory_search', 'process', 'read_file', 'send_message', 'session_status', 'sessions_list', 'sessions_spawn', 'subagents', 'update_plan'];

const config = (ask: 'off' | 'always'): ConfigService => ({ settings: { tools: { exec: { ask } }, agents: { defaults: { userTimezone: 'Europe/Vienna' } } } }) as ConfigService;

function sections(ask: 'off' | 'always', contribution: Partial<Record<'replace' | 'prefix' | 'suffix', string>> = {}): PromptSection[] {
  const contributions = { replacement: () => contribution.replace, stablePrefix: () => contribution.prefix, dynamicSuffix: () => contribution.suffix } as Pick<PromptContributions, 'replacement'> as PromptContributions;
  const paths = new JarvisPaths('/home/ann');
  return [
    new DateTimeSection(config(ask)),
    new DocumentationSection(paths),
    new ExecutionBiasSection(contributions),
    new ExtraContextSection(),
    new IdentitySection(),
    new InteractionStyleSection(contributions),
    new MemoryRecallSection(),
    new MessagingSection(),
    new ProviderPrefixSection(contributions),
    new ProviderSuffixSection(contributions),
    new ReasoningSection(),
    new ReplyTagsSection(),
    new RuntimeSection(paths),
    new SafetySection(),
    new SelfUpdateSection(),
    new SilentRepliesSection(),
    new ToolCallStyleSection(contributions, config(ask)),
    new ToolingSection(),
  ];
}

async function prompt(mode: PromptMode, context: Partial<PromptContext> = {}, from = sections('off')): Promise<string> {
  const whole: PromptContext = { sessionId: 's', principal: { role: 'local', id: 'local', scopes: [] }, mode, model: 'some/model', tools: new Set(TOOLS), reasoningLevel: 'stream', ...context };
  const sorted = from.filter((section) => section.modes.includes(mode)).sort((a, b) => a.order - b.order);
  const rendered = await Promise.all(sorted.map(async ({ name, zone, render }, index): Promise<RenderedSection[]> => {
    const text = await render.call(sorted[index], whole);
    return text === undefined ? [] : [{ name, zone, text: typeof text === 'string' ? text : text.text }];
  }));
  const assembled = assemblePrompt(mode === 'none' ? undefined : '(docs/system-prompt.md)', new Map(), rendered.flat());
  return promptText(assembled)
    .replace(packageRoot, '(package)')
    .replace(/^Runtime: .*$/m, (line) => line.replace(/host=\S+/, 'host=(host)').replace(/os=.+? \| /, 'os=(os) | ').replace(/node=\S+/, 'node=(node)').replace(/ \| repo=\S+/, ''));
}

const golden = (name: string): string => readFileSync(path.join(packageRoot, 'src/prompt/sections/golden', name), 'utf8').trimEnd();

describe('the sections that no feature owns', () => {
  test('all of them are tested here', () => expect(sections('off').map((section) => section.constructor)).toEqual([...SECTIONS].sort((a, b) => (a.name < b.name ? -1 : 1))));

  test('the whole prompt of a chat on a channel', async () => {
    const channel = { id: 'telegram', kind: 'group', hasApprovalButtons: false, hasReplyTags: true } as const;
    expect(await prompt('full', { channel, extraContext: 'The group is called Garden.' }, sections('always'))).toBe(golden('full-channel.txt'));
  });

  test('the whole prompt of the page', async () => expect(await prompt('full', { tools: new Set(['exec', 'read_file']) })).toBe(golden('full-page.txt')));

  test('the whole prompt of a sub-agent', async () => expect(await prompt('minimal', { extraContext: 'Count the files.' })).toBe(golden('minimal.txt')));

  test('the whole prompt of mode none is one line', async () => expect(await prompt('none')).toBe(golden('none.txt')));

  test.each([
    ['cron', ['sleep loops', 'yieldMs', 'calling `process` again and again', 'looking again in a while, reminders, what recurs']],
    ['exec', ['commands that start now']],
    ['process', ['commands that start now', 'woken by itself', 'start it once', 'its log and its state, to give it input, or to stop it']],
    ['sessions_spawn', ['Larger work', 'announces itself']],
    ['subagents', ['in a loop']],
    ['sessions_list', ['in a loop']],
    ['update_plan', ['not trivial', 'exactly one step `in_progress`', 'do not repeat the whole plan']],
  ])('what the seed says of %s is said where it is offered, and only there', async (tool, words) => {
    const offered = await new ToolingSection().render({ tools: new Set([tool]) } as unknown as PromptContext);
    for (const word of words) expect(offered).toContain(word);
    const others = await new ToolingSection().render({ tools: new Set(TOOLS.filter((name) => name !== tool && !(tool === 'subagents' && name === 'sessions_list') && !(tool === 'sessions_list' && name === 'subagents') && !(tool === 'exec' && name === 'process') && !(tool === 'process' && name === 'exec'))) } as unknown as PromptContext);
    expect(words.filter((word) => typeof others === 'string' && others.includes(word))).toEqual([]);
  });

  test('a provider replaces its three sections and adds above and below the boundary', async () => {
    const text = await prompt('full', {}, sections('off', { replace: 'THE PROVIDER’S OWN', prefix: 'PREFIX', suffix: 'SUFFIX' }));
    expect(text.split('THE PROVIDER’S OWN')).toHaveLength(4);
    expect(text).not.toContain('## Execution Bias');
    expect(text.indexOf('PREFIX')).toBeLessThan(text.indexOf('## Safety'));
    expect(text.indexOf('SUFFIX')).toBeGreaterThan(text.indexOf('## Silent Replies'));
  });
});
