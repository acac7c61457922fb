/** Texts of tools that have lines of the command line in them. */
import { printableLines } from '../terminal/printable.ts';

/** Remembers lines that are safe to print and may be painted: all others of a text are made safe. */
export class OwnLines {
  readonly #lines = new Set<string>();

  /** @returns the lines */
  add(lines: string[]): string[] {
    for (const line of lines) this.#lines.add(line);
    return lines;
  }

  /** The lines of a text of a tool. */
  printed(text: string): string[] {
    return text
      .trimEnd()
      .split('\n')
      .map((line) => (this.#lines.has(line) ? line : printableLines(line)));
  }
}
