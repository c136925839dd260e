/** What a fact is about, as lists group it. The first that matches its words counts, in this order. */
const TOPICS: readonly (readonly [topic: string, pattern: RegExp])[] = [
  [
    'preference',
    /\b(?:prefer(?:s|red|ence|ences)?|favou?rites?|lik(?:es|ed)|dislik(?:e|es|ed)|lov(?:e|es|ed)|hat(?:e|es|ed)|enjoy(?:s|ed)?|always|never|can(?:no|')?t stand|rather)\b|\b(?:i|we|you|they|don't|dont|doesn't|not|really|also|would|user) like\b/,
  ],
  ['project', /\bprojects?\b|\bworking on\b|\bbuilding (?:an?|my|our|the|some|new)\b|\b(?:developing|programming|writing) (?:an?|my|our|the|some)\b/],
  [
    'infrastructure',
    /\b(?:servers?|hostnames?|ip(?:v4|v6)?|localhost|services?|containers?|docker|podman|kubernetes|k8s|routers?|nas|dns|vpn|firewalls?|databases?|virtual machines?|vms?|clusters?|install(?:s|ed|ing)?)\b|\b(?:runs?|running) (?:on|in|under|inside|behind)\b|\bports? (?:is |number |no\. ?)?\d+\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  ],
  [
    'personal',
    /\bmy (?:\w+ )?(?:name|age|home|house|flat|address|birthday|wife|husband|partner|girlfriend|boyfriend|spouse|fianc\w+|son|daughter|child|children|kids?|mother|father|mum|mom|dad|brother|sister|parents?|family|friend|dog|cat|phone|job)\b|\bi(?: am|'m| live| work| was born)\b|\b(?:born|birthday|married)\b/,
  ],
];

/** The topic of facts that none of them fits. */
export const GENERAL_TOPIC = 'general';

/** The topic that a fact's own words suggest: `preference`, `project`, `infrastructure`, `personal` or `general`. */
export function topicOf(fact: string): string {
  const text = fact.toLowerCase().replace(/[‘’]/g, "'");
  return TOPICS.find(([, pattern]) => pattern.test(text))?.[0] ?? GENERAL_TOPIC;
}
