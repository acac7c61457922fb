/**
 * Compares a document of a SCIP index with its file: the lines and columns of its occurrences, and which definitions of ours they define.
 */
import type { OutlineEntry } from '../../store/outline.ts';
import { LineTable, type TextRange } from './positions.ts';
import { symbolRoles, type Occurrence, type ScipDocument } from './schema.ts';
import { isLocal, lastDescriptor } from './symbols.ts';

export interface PlacedOccurrence {
  symbol: string;
  roles: number;
  range: TextRange;
}

/** When more than this share of definitions has no matching name in the text, the document is for another content. */
const staleShare = 0.2;

/** The occurrences; null when the document is not for this text. */
export function placeOccurrences(document: ScipDocument, text: string): PlacedOccurrence[] | null {
  if (document.text !== '' && document.text !== text) return null;
  const lines = new LineTable(text);
  const placed: PlacedOccurrence[] = [];
  let [named, elsewhere] = [0, 0];
  for (const { range: numbers, symbol, roles } of document.occurrences) {
    if (symbol === '') continue;
    const range = lines.range(numbers, document.positionEncoding);
    if (range === null) return null;
    const verdict = isNameAtPlace({ symbol, roles, range });
    if (verdict !== null) named++;
    if (verdict === false) elsewhere++;
    placed.push({ symbol, roles, range });
  }
  return elsewhere > named * staleShare ? null : placed;
}

/** Whether the text at an occurrence has the name of its symbol; null where that cannot be decided. */
function isNameAtPlace({ symbol, roles, range }: PlacedOccurrence): boolean | null {
  if ((roles & symbolRoles.definition) === 0 || range.text === '' || isLocal(symbol) || symbol.endsWith(':'))
    return null;
  const name = lastDescriptor(symbol)?.name ?? '';
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? range.text.includes(name) : null;
}

/** A file's definitions by the places of their names. */
export class DefinitionPlaces {
  readonly #definitions: readonly OutlineEntry[];
  readonly #byLine: ReadonlyMap<number, readonly number[]>;

  constructor(definitions: readonly OutlineEntry[]) {
    this.#definitions = definitions;
    this.#byLine = Map.groupBy(definitions.keys(), (index) => definitions[index]!.line);
  }

  /** The definition whose name is at a range, or overlaps it; -1 for none. The innermost of several. */
  at({ line, column, text }: TextRange): number {
    if (text === '') return -1;
    const onLine = this.#byLine.get(line) ?? [];
    const exact = onLine.findLast((index) => this.#definitions[index]!.column === column);
    if (exact !== undefined) return exact;
    const end = column + text.length;
    const beside = onLine.findLast((index) => {
      const { column: start, name } = this.#definitions[index]!;
      return start < end && column < start + name.length;
    });
    return beside ?? -1;
  }
}

export function isDefinition({ roles }: Pick<Occurrence, 'roles'>): boolean {
  return (roles & symbolRoles.definition) !== 0;
}
