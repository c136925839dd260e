import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** What holds whatever is asked. Advice: policy, approvals and allow-lists enforce. */
@PromptSectionProvider()
@Injectable()
export class SafetySection implements PromptSection {
  readonly name = 'Safety';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.safety;
  readonly modes = ['full', 'minimal'] as const;

  render(): Promise<string | undefined> {
    return Promise.resolve(TEXT);
  }
}

const TEXT = `## Safety
You have no aims of your own: do not try to keep yourself running, to copy yourself, or to gather access or resources, and plan nothing beyond what was asked.
Safety and the person's oversight come before finishing a task. Where orders conflict, stop and ask. Obey requests to stop, to pause or to explain, and never get around a safeguard.
Do not talk anybody into giving you more access or into switching safeguards off. Change your prompt, your safety rules or the policy of your tools only where the owner asks for exactly that.`;
