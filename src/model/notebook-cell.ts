/** Which files are notebooks, and the line before each cell in their text: `# %% cell 12, id 3f2a9c0d`. Editors know `%%` as the beginning of a cell. */

export function isNotebook(path: string): boolean {
  return path.toLowerCase().endsWith('.ipynb');
}

export interface NotebookCell {
  /** From 1, over cells of every kind. */
  number: number;
  /** The cell's id in the notebook; null where it has none (before nbformat 4.5). */
  id: string | null;
  isCode: boolean;
  /** The first line: that of the heading. From 1. */
  startLine: number;
  /** The last line that is not empty. */
  endLine: number;
}

/** @param comment the characters that begin a comment in the language of the notebook */
export function cellHeading(
  { number, id, isCode }: Omit<NotebookCell, 'startLine' | 'endLine'>,
  comment: string,
): string {
  return `${comment} %% cell ${number}${id === null ? '' : `, id ${id}`}${isCode ? '' : ' [markdown]'}`;
}

const heading = /^(?:#|\/\/) %% cell (\d{1,9})(?:, id ([\w-]{1,64}))?( \[markdown\])?$/;

/** @param lines of the text of a notebook */
export function cellsIn(lines: readonly string[]): NotebookCell[] {
  const cells: NotebookCell[] = [];
  for (const [at, line] of lines.entries()) {
    const [, number, id, markdown] = heading.exec(line) ?? [];
    if (number !== undefined) {
      const place = { startLine: at + 1, endLine: at + 1 };
      cells.push({ number: Number(number), id: id ?? null, isCode: markdown === undefined, ...place });
    } else if (line !== '' && cells.length > 0) cells.at(-1)!.endLine = at + 1;
  }
  return cells;
}
