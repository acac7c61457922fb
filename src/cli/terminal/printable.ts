/** Makes text of unknown origin safe to print: a file name must not move the cursor, colour the screen or reverse the line. */

/** Control characters, line and paragraph separators, and marks that reorder text. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const unsafeExceptLines =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const shortEscapes: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function escape(character: string): string {
  const code = character.charCodeAt(0);
  return (
    shortEscapes[character] ??
    (code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

/** The text as one line: line breaks are escaped too. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, escape);
}

/** The text with its line breaks and tabs. */
export function printableLines(text: string): string {
  return text.replaceAll(unsafeExceptLines, escape);
}

/** Indented JSON; characters that are not safe to print are escaped. */
export function printableJson(value: unknown): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, 2).replaceAll(unsafeExceptLines, escaped);
}
