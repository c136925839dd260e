import type { RunStatus } from '../api/contract.js';

const WORDS: Record<string, string> = {
  ok: '',
  tool_failed: 'A tool failed on the way: see above.',
  checkpoint_reached: 'Jarvis reached its limit of steps before the work was done. Tell it to go on.',
  intervention_required: 'Jarvis stopped here and needs you: say how to go on, or tell it to continue.',
  format_error: 'The model did not keep to the form of an answer; this is what could be read.',
  model_error: 'The model failed before the work was done.',
  aborted: 'Stopped.',
  interrupted: 'Cut off: the server stopped in the middle.',
};

/** The status of a run as a quiet sentence; empty where all is well. */
export function statusInWords(status: RunStatus): string {
  return WORDS[status] ?? `The run ended with the status ${status}.`;
}
