import { CliError } from './cli-error.js';
import { MAX_MESSAGE_LENGTH } from './limits.js';

/** Everything on standard input, trimmed. Throws CliError where it is longer than a message may be. */
export async function readStandardInput(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk as string;
    if (text.length > MAX_MESSAGE_LENGTH) throw new CliError(`Standard input is longer than ${MAX_MESSAGE_LENGTH} characters.`);
  }
  return text.trim();
}
