import { contract } from './run-log.js';

export const INTERRUPTED_RESPONSE = 'The server stopped before this was answered. Send the message again, or say how to go on.';
export const INTERRUPTED_SUMMARY = 'The run was interrupted: the server stopped before it ended.';

/** What is stored as the answer of a turn that was cut. */
export const INTERRUPTED_CONTRACT = contract(INTERRUPTED_RESPONSE, INTERRUPTED_SUMMARY);
