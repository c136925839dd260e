function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One field of a result: on one line where it fits, otherwise its lines below its name, as they came. */
function fieldText(name: string, value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? `${name}:\n${value.replace(/\n$/, '')}` : `${name}: ${value}`;
  return `${name}: ${JSON.stringify(value, null, 2)}`;
}

/**
 * A tool's result as people read it. Results are mostly JSON objects whose texts (the output of a command, a file) would
 * be one endless line with `\n` in it: their lines are shown as lines. What is not such an object is shown as it is.
 */
export function resultText(result: unknown): string {
  const value = typeof result === 'string' ? (parsed(result) ?? result) : result;
  if (typeof result === 'string' && !isObject(value) && !Array.isArray(value)) return result;
  if (isObject(value)) return Object.entries(value).map(([name, field]) => fieldText(name, field)).join('\n');
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
