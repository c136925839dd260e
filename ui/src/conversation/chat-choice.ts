/** What the person has chosen for this chat in the page; nothing at first. */
export interface ChatChoice {
  /** A preset for every message of the chat. */
  preset?: { name: string; prompt: string };
  /** A model for the next message alone. */
  model?: string;
}
