/** What of a key event says whether it sends. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** `keyCode` of a key that an input method takes for itself; Safari reports it after `isComposing` is false again. */
const INPUT_METHOD_KEY_CODE = 229;

/** Enter sends; Shift+Enter breaks the line; Enter that ends a composition (Japanese, Chinese ...) belongs to the input method. */
export function isSendKey({ key, shiftKey, isComposing, keyCode }: KeyPress): boolean {
  return key === 'Enter' && !shiftKey && !isComposing && keyCode !== INPUT_METHOD_KEY_CODE;
}
