import type { PromptMutation } from './hooks/prompt-hook.js';
import type { PromptSection, SectionDetails } from './prompt-section.js';

/** A section with its text. */
export interface RenderedSection extends SectionDetails {
  readonly name: string;
  readonly zone: PromptSection['zone'];
  readonly text: string;
}

/**
 * The system prompt of one request. The cache boundary stands between `stable`, which is the same from request to request, and `dynamic`; it
 * is a place and no text, so that it never reaches a provider.
 */
export interface AssembledPrompt {
  readonly stable: string;
  /** Empty where there is none. */
  readonly dynamic: string;
  /** All that the two are made of, in order. */
  readonly sections: readonly RenderedSection[];
}

/** The name of the stored prompt among the sections. */
export const STORED_SECTION = 'Jarvis';

/**
 * Puts the prompt together: the stored prompt first (with `{{placeholders}}` replaced by a word on where the text stands), stable sections, the
 * boundary, dynamic ones, each between blank lines. Sections without a text are left out.
 *
 * @param stored docs/system-prompt.md as the session has it; undefined where the mode does not want it
 * @param pointers what stands in place of each placeholder
 */
export function assemblePrompt(
  stored: string | undefined,
  pointers: ReadonlyMap<string, string>,
  rendered: readonly RenderedSection[],
  mutation: PromptMutation = {},
): AssembledPrompt {
  const sections = [
    ...section('Hook: before', 'stable', mutation.prependSystemContext),
    ...section(STORED_SECTION, 'stable', stored?.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => pointers.get(name) ?? whole)),
    ...rendered.filter(({ zone }) => zone === 'stable'),
    ...rendered.filter(({ zone }) => zone === 'dynamic'),
    ...section('Hook: after', 'dynamic', mutation.appendSystemContext),
  ].flatMap((one) => (one.text.trim() === '' ? [] : [{ ...one, text: one.text.trim() }]));
  const replaced = section('Hook: system prompt', 'stable', mutation.systemPrompt);
  return joined(replaced.length > 0 ? replaced : sections);
}

/** The whole prompt as one text. */
export function promptText({ stable, dynamic }: AssembledPrompt): string {
  return dynamic === '' ? stable : `${stable}\n\n${dynamic}`;
}

function joined(sections: readonly RenderedSection[]): AssembledPrompt {
  const of = (zone: RenderedSection['zone']): string => sections.filter((one) => one.zone === zone).map(({ text }) => text).join('\n\n');
  return { stable: of('stable'), dynamic: of('dynamic'), sections };
}

function section(name: string, zone: RenderedSection['zone'], text: string | undefined): RenderedSection[] {
  return text === undefined || text.trim() === '' ? [] : [{ name, zone, text: text.trim() }];
}
