/** Converts SCIP ranges, whose characters are counted in an encoding's units, to our lines and columns, and back. */
import type { PrecisePlace } from '../../model/precise-links.ts';
import { positionEncodings } from './schema.ts';

export interface TextRange extends PrecisePlace {
  /** The text of the range; of a range over several lines, the part on the first line. */
  text: string;
}

/** Converts positions in one text. */
export class LineTable {
  readonly #lines: readonly string[];

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  /** The place and text of a SCIP range; null when the range is invalid or outside of the text. */
  range(numbers: readonly number[], encoding: number): TextRange | null {
    if (numbers.length !== 3 && numbers.length !== 4) return null;
    const [startLine, startCharacter] = numbers as [number, number];
    const endLine = numbers.length === 3 ? startLine : numbers[2]!;
    const line = this.#lines[startLine];
    if (line === undefined || endLine < startLine || endLine >= this.#lines.length) return null;
    const start = unitsBefore(line, startCharacter, encoding);
    const end = endLine === startLine ? unitsBefore(line, numbers.at(-1)!, encoding) : line.length;
    if (start === null || end === null || end < start) return null;
    return { line: startLine + 1, column: start + 1, text: line.slice(start, end) };
  }

  /** The range of the name at a place, 0-based in UTF-16 units; one character where no name is at the place (`f()()`). */
  nameAt({ line, column }: PrecisePlace): [line: number, start: number, end: number] {
    const name = /[#@]?[\p{ID_Continue}$\u200c\u200d]*/uy;
    name.lastIndex = column - 1;
    const text = this.#lines[line - 1] ?? '';
    const length = name.exec(text)?.[0].length ?? 0;
    const end = Math.min(column - 1 + Math.max(length, 1), text.length);
    return [line - 1, column - 1, Math.max(end, column - 1)];
  }
}

/** The number of UTF-16 units before a character of a line; null when the line has fewer characters. */
function unitsBefore(line: string, character: number, encoding: number): number | null {
  if (character < 0) return null;
  if (encoding === positionEncodings.utf8) {
    let bytes = 0;
    let at = 0;
    while (bytes < character && at < line.length) {
      const point = line.codePointAt(at)!;
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
      at += point < 0x1_0000 ? 1 : 2;
    }
    return bytes < character ? null : at;
  }
  if (encoding === positionEncodings.utf32) {
    let at = 0;
    for (let left = character; left > 0; left--) {
      if (at >= line.length) return null;
      at += line.codePointAt(at)! < 0x1_0000 ? 1 : 2;
    }
    return at;
  }
  return character > line.length ? null : character;
}
