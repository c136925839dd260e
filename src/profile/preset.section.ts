import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt/prompt-section.js';
import { SECTION_ORDER } from '../prompt/section-order.js';

/** The preset that the caller chose for this turn. */
@PromptSectionProvider()
@Injectable()
export class PresetSection implements PromptSection {
  readonly name = 'Preset';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.preset;
  readonly modes = ['full'] as const;

  render({ preset = '' }: PromptContext): Promise<string | undefined> {
    return Promise.resolve(preset.trim() === '' ? undefined : `## Preset\n${preset.trim()}`);
  }
}
