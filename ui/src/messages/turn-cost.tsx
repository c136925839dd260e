import type { Usage } from '../conversation/conversation.js';
import { durationInWords } from './duration-in-words.js';

interface TurnCostProps {
  durationMs: number | undefined;
  usage: Usage | undefined;
}

/** What a turn took, quietly: time, and tokens where the provider counts them. */
export function TurnCost({ durationMs, usage }: TurnCostProps) {
  const words = [
    durationMs !== undefined && durationInWords(durationMs),
    usage && usage.promptTokens + usage.completionTokens > 0 && `${count(usage.promptTokens)} tokens read, ${count(usage.completionTokens)} written`,
  ].filter(Boolean);
  return words.length === 0 ? null : <p className="cost mt-2 text-code text-muted">{words.join(' · ')}</p>;
}

const count = (tokens: number): string => tokens.toLocaleString('en');
