/** Whether people see how the model reasons: not at all, with the answer, or while it comes. */
export type ReasoningLevel = 'off' | 'on' | 'stream';

export const REASONING_LEVELS: readonly ReasoningLevel[] = ['off', 'on', 'stream'];

/** Of a session that says nothing: reasoning is shown while it comes, folded away. */
export const DEFAULT_REASONING_LEVEL: ReasoningLevel = 'stream';
