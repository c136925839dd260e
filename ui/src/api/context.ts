import { countOf, isFields, textOf, type Fields } from './fields.js';
import { request } from './request.js';

/** A part of what the model is told; sizes in characters, tokens are an estimate. */
export interface ContextPart {
  name: string;
  chars: number;
  tokens: number;
  /** Whether it is the same from request to request. */
  isStable: boolean;
}

/** A file of the workspace that is part of it. */
export interface ContextFile {
  name: string;
  chars: number;
  isMissing: boolean;
  isCut: boolean;
}

/** What the model is told beside the conversation. */
export interface ContextReport {
  /** Whether it is that of the session's last turn; else of one that would begin now. */
  isOfLastTurn: boolean;
  model: string;
  /** The system prompt and the tools together. */
  chars: number;
  tokens: number;
  /** What of it stays the same from request to request, from 0 to 1. */
  stableShare: number;
  sections: ContextPart[];
  files: ContextFile[];
  tools: { name: string; chars: number }[];
  /** What the provider counted in this session; undefined where it told nothing. */
  counted: { read: number; written: number; cached: number } | undefined;
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Reads a report; what is not there counts as nothing. */
export function readContext(body: unknown): ContextReport {
  const fields = fieldsOf(body);
  const [prompt, tools, cache] = [fieldsOf(fields.systemPrompt), fieldsOf(fields.tools), fieldsOf(fields.cache)];
  const counted = isFields(fields.sessionTokens) ? fields.sessionTokens : undefined;
  return {
    isOfLastTurn: fields.source === 'run',
    model: textOf(fields.model),
    chars: countOf(prompt.chars) + countOf(tools.schemaChars),
    tokens: countOf(prompt.estimatedTokens) + countOf(tools.estimatedTokens),
    stableShare: countOf(cache.stableShare),
    sections: listOf(fields.sections).map((entry) => ({ name: textOf(entry.name), chars: countOf(entry.chars), tokens: countOf(entry.estimatedTokens), isStable: entry.zone === 'stable' })),
    files: listOf(fields.injectedWorkspaceFiles).map((entry) => ({ name: textOf(entry.name), chars: countOf(entry.injectedChars), isMissing: entry.missing === true, isCut: entry.truncated === true })),
    tools: listOf(tools.entries).map((entry) => ({ name: textOf(entry.name), chars: countOf(entry.summaryChars) + countOf(entry.schemaChars) })),
    counted: counted && { read: countOf(counted.prompt), written: countOf(counted.completion), cached: countOf(counted.cached) },
  };
}

/** What the model is told in a session; in a new one where it is null. */
export async function fetchContext(sessionId: string | null, signal: AbortSignal): Promise<ContextReport> {
  const path = sessionId === null ? '/api/context' : `/api/sessions/${encodeURIComponent(sessionId)}/context`;
  return readContext(await request(path, { signal }));
}
