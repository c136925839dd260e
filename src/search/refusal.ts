import { REPLY_START_CHARACTERS, SHORT_REPLY_CHARACTERS } from './limits.js';

const NOT = "(?:can't|cannot|can not|couldn't|could not|won't be able to|don't|do not|am not able|'m not able|am unable|'m unable|not able to|unable to|lack|have no)";
const FRESH = "(?:real[- ]?time|live|current|up[- ]to[- ]date|up[- ]to[- ]the[- ]minute|latest|recent|today's)";
const NEWS = '(?:data|information|info|news|prices?|pricing|weather|updates?|events?|scores?|rates?|quotes?|results?|forecasts?|conditions|figures|access|feeds?|sources?|details|developments)';
const WITHIN = '[^.!?\\n]';

/** Ways in which models say that they cannot know: by what is said, not by single words. */
const REFUSALS: readonly RegExp[] = [
  // "I can't provide live prices", "I don't have access to real-time information"
  new RegExp(`\\bi\\b ?${WITHIN}{0,40}?${NOT}\\b${WITHIN}{0,60}\\b${FRESH}\\b${WITHIN}{0,30}\\b${NEWS}\\b`),
  new RegExp(`\\bi\\b ?${WITHIN}{0,40}?${NOT}\\b${WITHIN}{0,40}\\b${NEWS}\\b${WITHIN}{0,20}\\bin real[- ]?time\\b`),
  // "I'm unable to browse", "I do not have internet access"
  new RegExp(`\\bi\\b ?${WITHIN}{0,40}?${NOT}\\b${WITHIN}{0,40}\\b(?:brows(?:e|ing)|internet|the web|web access|online|web ?sites?|search (?:for|the))\\b`),
  // "I'm not able to access that information", and nothing behind it
  new RegExp(`\\bi\\b ?${WITHIN}{0,20}?${NOT} (?:to )?(?:access|retrieve|look up)(?: (?:that|this|such|any|external) (?:information|data|sources?))?\\s*(?:[.!,;]|$)`),
  // "My knowledge ends in 2023", "my training data only goes up to", "my last update"
  /\bmy (?:\w+ ){0,2}?(?:knowledge|training|information|data)\b[^.!?\n]{0,40}\b(?:cut[- ]?off|ends?|ended|stops?|stopped|goes|extends?|up to|until|through|limited|as of)\b/,
  /\b(?:knowledge|training(?: data)?) cut[- ]?off\b/,
  /\b(?:as of|since|until|up to) my (?:last|latest|most recent) (?:\w+ )?(?:update|training|knowledge)\b/,
  /\bbased on (?:my|the) training data\b|\bi was (?:last )?trained (?:on data )?(?:until|up to|through|before)\b/,
  // "I don't have the ability to"
  /\bi (?:do not|don't) have (?:the |any )?(?:abilit(?:y|ies)|capabilit(?:y|ies)|means|tools?) (?:to|for)\b|\bi lack (?:the |any )?(?:abilit|capabilit|access)/,
  // "You should visit a news site"
  /\b(?:you (?:should|can|could|may|might)|i(?:'d)? (?:recommend|suggest|advise)|please|try|it's best to)\b[^.!?\n]{0,30}\b(?:visit|check|consult|refer to|look at)(?:ing)?\b[^.!?\n]{0,40}\b(?:news|weather|financ\w+|official|reliable|reputable|trusted|up-to-date|live|stock|sports?|market)\b[^.!?\n]{0,30}\b(?:web ?sites?|sites?|sources?|apps?|services?|outlets?|platforms?|feeds?)\b/,
  // "As an AI model"
  /\bas an? (?:ai\b|artificial intelligence|(?:large )?language model)|\b(?:i am|i'm)(?: just| only)? an? (?:ai|artificial intelligence|(?:large )?language)(?: language)? model\b/,
];

/**
 * Whether a reply says that the model cannot know (English). In a longer reply only its start counts, and code never does: an answer may
 * speak of live data.
 */
export function isRefusal(reply: string): boolean {
  const text = withoutCode(reply).replace(/[\u2018\u2019\u02bc]/g, "'").toLowerCase().trim();
  const judged = text.length <= SHORT_REPLY_CHARACTERS ? text : text.slice(0, REPLY_START_CHARACTERS);
  return REFUSALS.some((pattern) => pattern.test(judged));
}

function withoutCode(text: string): string {
  return text.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g, ' ').replace(/`[^`\n]*`/g, ' ');
}
