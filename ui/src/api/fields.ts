/** A JSON object whose fields are not checked yet. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value where it is a text, else ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value where it is a number that can be counted with, else 0. */
export const countOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The object that a JSON text holds; undefined where it holds none. */
export function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
