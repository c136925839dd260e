import { OUTPUT_SHOWN_LINES } from '../limits.js';

/** What a terminal would take for colours and movements of the cursor (ECMA-48 control sequences, operating system commands). */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** The last lines of a running tool's output as a terminal would show them: without colours, a line that was written over by its last state. */
export function lastLines(output: string): string {
  const lines = output.replace(ESCAPES, '').replace(/\s+$/, '').split(/\r?\n/);
  const shown = lines.slice(-OUTPUT_SHOWN_LINES).map((line) => line.slice(line.lastIndexOf('\r') + 1));
  return shown.join('\n');
}
