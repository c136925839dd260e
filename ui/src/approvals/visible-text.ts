/** Characters that take no room or change how others are read: controls but the line break, formats, odd blanks, halves of pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[\u115F\u1160\u3164\uFFA0\u034F\uFE00-\uFE0F]/gu;

/** The text with everything that cannot be seen written as its code point, so that what is read is what would run. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
}
