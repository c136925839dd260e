/**
 * Where each section of the system prompt stands within its zone, ascending (docs/prompt.md has the table). The stored prompt,
 * docs/system-prompt.md, stands before all of them. Stable sections change rarely, so that a provider's cache of what was sent holds; the cache
 * boundary follows them; dynamic ones stand below it.
 */
export const SECTION_ORDER = {
  // Stable, above the cache boundary.
  identity: 100,
  tooling: 200,
  interactionStyle: 300,
  toolCallStyle: 310,
  executionBias: 320,
  providerStablePrefix: 330,
  safety: 400,
  skills: 500,
  memoryRecall: 600,
  selfUpdate: 700,
  workspace: 800,
  documentation: 900,
  dateTime: 1000,
  workspaceFiles: 1100,
  replyTags: 1200,
  messaging: 1300,
  projectContext: 1400,
  silentReplies: 1500,
  profile: 1600,
  documents: 1650,
  preset: 1700,
  activeSkills: 1800,
  // Dynamic, below the cache boundary.
  userInfo: 100,
  dynamicProjectContext: 200,
  extraContext: 300,
  providerDynamicSuffix: 400,
  heartbeats: 500,
  runtime: 600,
  reasoning: 700,
} as const;
