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
import { SilentRepliesSection } from './silent-replies.section.js';
import { ToolCallStyleSection } from './tool-call-style.section.js';
import { ToolingSection } from './tooling.section.js';

/** The sections of the prompt that no feature owns. */
export const SECTIONS = [
  DateTimeSection,
  DocumentationSection,
  ExecutionBiasSection,
  ExtraContextSection,
  IdentitySection,
  InteractionStyleSection,
  MemoryRecallSection,
  MessagingSection,
  ProviderPrefixSection,
  ProviderSuffixSection,
  ReasoningSection,
  ReplyTagsSection,
  RuntimeSection,
  SafetySection,
  SelfUpdateSection,
  SilentRepliesSection,
  ToolCallStyleSection,
  ToolingSection,
];
