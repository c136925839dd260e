import type { PromptChannel, PromptMode } from '../prompt/prompt-section.js';
import type { Principal } from '../security/principal.js';
import type { Inquiry } from './loop/answer-with-evidence.js';

/** A message for the agent. */
export interface TurnRequest {
  /** A new session where absent. Checked by the agent: InvalidInputError if it is not a session id. */
  sessionId?: string;
  message: string;
  principal: Principal;
  /** Text that goes to the model with the message, fenced by whoever fetched it; kept beside the message and replayed identically. */
  context?: string;
  /** Looks for what the answer rests on: the model is then asked once, without tools, or not at all. */
  inquire?: Inquiry;
  /** False where the answer must stand as it was streamed: it is then not reviewed (src/prompt/answer-reviewer.ts). */
  isReviewed?: boolean;
  /** A model for this turn only; the session's, else the selected model where absent. */
  model?: string;
  /** Text of a preset: stands in the system prompt of this turn. */
  preset?: string;
  /** How much of the system prompt the run gets; `full` where absent. */
  promptMode?: PromptMode;
  /** The chat service that the message came from. */
  channel?: PromptChannel;
  /** What whoever began the run has to say in the system prompt: who is in a group, what a sub-agent is for. */
  extraContext?: string;
  /** Names of the only tools that the run is offered, of those that its caller may use. */
  onlyTools?: readonly string[];
  /** The server says it and no person: views do not show it as theirs. */
  isInternal?: boolean;
  /** Nobody said anything: the agent looks whether something is to be done. */
  isHeartbeat?: boolean;
  /** A message that begins with `/` may be a command for the server itself (src/commands). */
  takesCommands?: boolean;
  /** Names a request that may be sent again: it runs once and is answered the same each time. */
  idempotencyKey?: string;
}
