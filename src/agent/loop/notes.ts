/**
 * What the server says to the model at the end of a request. These notes are never stored. The wrap-up's wording follows the seed's
 * contract: the fields `response`, `logSummary` and `checkpoint` with `progress` and `remaining`.
 */
export const WRAP_UP_NOTE = `[System: You have reached the iteration limit. This is your final response for this run.
Respond with your normal JSON, but add a checkpoint field:

{
  "response": "Brief message to the user that the task is still in progress.",
  "logSummary": "Human-readable summary of what happened in this run.",
  "checkpoint": {
    "progress": "What has been fully completed so far.",
    "remaining": "What still needs to be done to finish the task.",
    "failedApproaches": ["Optional: what was tried and did not work, so that it is not tried again."],
    "state": { "optional": "Facts that the next run needs, such as paths or ids." }
  }
}

The checkpoint field will be used to automatically resume the task in the next run. Leave it out if the task is complete.]`;

/** Ends a run in which the same call keeps giving the same result. */
export const REPETITION_NOTE = `[System: You have made the same tool call several times and got the same result each time, so no more tool calls are run.
Respond now with your normal JSON: say what you found, what did not work, and what you need from the user.]`;

/** Asks once more for the contract. `problem` says what was wrong with the answer. */
export function formatNote(problem: string): string {
  return `[System: Your last answer could not be used: ${problem}. Send it again as one JSON object and nothing else:
{"response": "your message to the user", "logSummary": "what you did and why, for a human reading the logs"}]`;
}

/** Asks for a summary of the part of the conversation that no longer fits. */
export const SUMMARY_NOTE = `[System: The conversation has become too long to be sent whole. Summarise the conversation above in at most 400 words of plain text
for your own later use: what the user wants, decisions, facts, names, paths and ids that will be needed, what was done and what is open. No JSON, no preamble.]`;
