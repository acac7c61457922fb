/** How many columns text takes on a terminal. */

/** A character that takes no column. A function, so that the pattern is not created when the module is loaded. */
const noColumn = (): RegExp => /[\p{Mn}\p{Me}\p{Cf}]/u;
const twoColumns =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u;
const ascii = /^[\u0020-\u007e]*$/;

export function characterWidth(character: string): number {
  if (noColumn().test(character)) return 0;
  return twoColumns.test(character) ? 2 : 1;
}

export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The start of the text that fits `width` columns, at least one character, and the rest. */
export function splitAtWidth(text: string, width: number): [head: string, rest: string] {
  let usedColumns = 0;
  let end = 0;
  for (const character of text) {
    usedColumns += characterWidth(character);
    if (usedColumns > width && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}
