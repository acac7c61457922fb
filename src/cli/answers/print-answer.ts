/** Prints the answer of a tool or a question: safe, and on a terminal with styles and links. */
import type { AppConfig } from '../../config/options.ts';
import { printableLines } from '../terminal/printable.ts';
import type { AnswerLook } from '../terminal/paint-answer.ts';
import type { PathBase } from '../terminal/links.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface AnswerPrint {
  /** What paths in the answer are relative to: the project, mostly. */
  root: PathBase;
  /** undefined: the defaults. */
  settings?: AppConfig['terminal'] | undefined;
  marks?: AnswerLook['marks'];
  hasCode?: boolean;
}

/** @param text as it came from the project: what is not safe is escaped here */
export async function printAnswer(terminal: Terminal, text: string, how: AnswerPrint): Promise<void> {
  const safe = printableLines(text.trimEnd());
  // On a terminal without colours prose is folded too.
  if (!terminal.hasStyles && terminal.width === null) {
    terminal.out(safe);
    return;
  }
  const { root, settings, marks, hasCode = false } = how;
  const [{ paintAnswer }, { linkerFor }] = await Promise.all([
    import('../terminal/paint-answer.ts'),
    import('../terminal/links.ts'),
  ]);
  const paint: AnswerLook['paint'] = (style, part) => terminal.paint(style, part);
  const link = linkerFor(terminal, root, settings);
  terminal.out(paintAnswer(safe, { root, paint, link, marks, hasCode, width: terminal.width }));
}
