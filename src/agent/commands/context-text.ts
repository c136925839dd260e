import type { PromptReport } from '../../prompt/report/prompt-report.js';

const number = new Intl.NumberFormat('en-US');
const count = (value: number): string => number.format(value);
const size = (chars: number): string => `${count(chars)} characters (~${count(Math.ceil(chars / 4))} tokens)`;

/** Entries of a list that are shown; the rest is counted. */
const SHOWN = 30;

/** `/context list`: the prompt in short, as Markdown. */
export function contextList(report: PromptReport): string {
  const { systemPrompt, cache, tools, skills, injectedWorkspaceFiles: files, sessionTokens, contextTokens, bootstrapTruncation } = report;
  const truncated = bootstrapTruncation.truncatedFiles;
  const lines = [
    `Workspace: \`${report.workspaceDir}\``,
    `Workspace files: at most ${count(report.bootstrapMaxChars)} characters each, ${count(report.bootstrapTotalMaxChars)} together`,
    'Sandbox: off',
    `System prompt (${report.source}): ${size(systemPrompt.chars)}, of it workspace files ${size(systemPrompt.projectContextChars)}`,
    `Same from request to request: ${Math.round(cache.stableShare * 100)} % of prompt and tools`,
    ...(truncated === 0 ? [] : [`${truncated} workspace file${truncated === 1 ? ' was' : 's were'} cut: shorten them, or raise \`agents.defaults.bootstrapMaxChars\` or \`bootstrapTotalMaxChars\``]),
    ...files.map(({ name, missing, truncated: cut, rawChars, injectedChars }) => `${name}: ${missing ? 'MISSING' : cut ? 'TRUNCATED' : 'OK'}, ${count(rawChars)} characters, ${count(injectedChars)} in the prompt`),
    `Skills: ${skills.entries.length}, ${size(skills.promptChars)}${named(skills.entries.map(({ name }) => name))}`,
    `Tools: ${tools.count}, their schemas ${size(tools.schemaChars)}${named(tools.entries.map(({ name }) => name))}`,
    sessionTokens === undefined
      ? `Session: the provider told no token counts${contextTokens === undefined ? '' : `; limit ${count(contextTokens)}`}`
      : `Session: ${count(sessionTokens.prompt + sessionTokens.completion)} tokens so far, as the provider told${contextTokens === undefined ? '' : `; limit of one request ${count(contextTokens)}`}`,
  ];
  return `${list(lines)}\n\nTokens marked ~ are estimates: characters divided by four.`;
}

/** `/context detail`: the same, part by part. */
export function contextDetail(report: PromptReport): string {
  const sections = report.sections.map(({ name, zone, chars }) => `${name} (${zone}): ${size(chars)}`);
  const bySchema = [...report.tools.entries].sort((a, b) => b.schemaChars - a.schemaChars);
  const tools = bySchema.map(({ name, schemaChars, summaryChars, propertiesCount }) => `\`${name}\`: schema ${count(schemaChars)}, description ${count(summaryChars)} characters, ${propertiesCount} arguments`);
  const skills = report.skills.entries.map(({ name, chars }) => `${name}: ${size(chars)}`);
  const { sessionTokens } = report;
  return [
    contextList(report),
    `**Sections, in order**\n\n${list(sections)}`,
    ...(skills.length === 0 ? [] : [`**Skills**\n\n${list(shown(skills))}`]),
    `**Tools, the largest first**\n\n${list(shown(tools))}`,
    ...(sessionTokens === undefined ? [] : [`Of ${count(sessionTokens.prompt)} tokens sent in this session, ${count(sessionTokens.cached)} came from the provider's cache.`]),
  ].join('\n\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function shown(lines: readonly string[]): string[] {
  return lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`];
}

function named(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${shown(names).join(', ')}`;
}
