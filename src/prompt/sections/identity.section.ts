import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** Who the agent is, in one line: all that a run in mode `none` is told. The stored prompt begins with it in the other modes. */
@PromptSectionProvider()
@Injectable()
export class IdentitySection implements PromptSection {
  readonly name = 'Identity';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.identity;
  readonly modes = ['none'] as const;

  render(): Promise<string | undefined> {
    return Promise.resolve('You are Jarvis, the personal agent of the person whose server this is.');
  }
}
