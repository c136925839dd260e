/** Escape sequences of terminals: CSI, OSC and other strings, two-character ones. */
const TERMINAL_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Output as a person can read it: without colours and cursor movements, line ends as `\n`, other control characters as `\xHH`. */
export function readableText(text: string): string {
  return text
    .replace(TERMINAL_SEQUENCE, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** What has no glyph of its own, or hides or reorders others: controls, formats, odd spaces, fillers, selectors, half pairs. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A command as it is shown to whoever decides on it: every invisible character as `\u{hex}`, a line break as `\n` and a break. */
export function withVisibleCharacters(text: string): string {
  return text.replace(INVISIBLE, (character) => (character === '\n' ? '\\n\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`));
}
