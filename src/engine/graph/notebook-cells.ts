/** Says in which cells of notebooks the lines of an answer are, because editors show a notebook's cells and not its lines. */
import { cellsIn, isNotebook } from '../../model/notebook-cell.ts';
import { questionTurn } from '../../util/turns/question.ts';

/** @property line from 1 */
export interface Place {
  path: string;
  line: number;
}

/** At most this many cells are named. */
const mostCells = 12;

/**
 * `Cells of notebooks: a.ipynb 16, 19 in cell 2 (id 3f2a).` Null where no place is in a notebook.
 * @param linesOf returns the lines of a file; null when it cannot be read
 */
export async function cellNote(
  places: readonly Place[],
  linesOf: (path: string) => readonly string[] | null,
): Promise<string | null> {
  const inNotebooks = places.filter(({ path }) => isNotebook(path));
  const texts: string[] = [];
  for (const [path, found] of Map.groupBy(inNotebooks, ({ path }) => path)) {
    const lines = [...new Set(found.map(({ line }) => line))].toSorted((a, b) => a - b);
    const inCells = cellsIn(linesOf(path) ?? []).flatMap(({ number, id, startLine, endLine }) => {
      const inside = lines.filter((line) => line >= startLine && line <= endLine);
      return inside.length === 0 ? [] : [`${inside.join(', ')} in cell ${number}${id === null ? '' : ` (id ${id})`}`];
    });
    // A notebook with its outputs takes milliseconds to read.
    await questionTurn();
    if (inCells.length > 0) texts.push(...inCells.map((text, at) => (at === 0 ? `${path} ${text}` : text)));
  }
  if (texts.length === 0) return null;
  const more = texts.length - mostCells;
  return `Cells of notebooks: ${texts.slice(0, mostCells).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
