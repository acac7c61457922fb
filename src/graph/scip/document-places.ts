/**
 * Matches a document of a SCIP index with the project's file: where its occurrences stand in the text, and which definitions of the file they define.
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

/** A document was made from another content when more than this share of its definitions does not have its name in the text. */
const staleShare = 0.2;

/** The occurrences with their places in the text; null when the document was made from another text. */
export function placeOccurrences(document: ScipDocument, text: string): PlacedOccurrence[] | null {
  if (document.text !== '' && document.text !== text) return null;
  const lines = new LineTable(text);
  const placed: PlacedOccurrence[] = [];
  let [checked, mismatched] = [0, 0];
  for (const { range: numbers, symbol, roles } of document.occurrences) {
    if (symbol === '') continue;
    const range = lines.range(numbers, document.positionEncoding);
    if (range === null) return null;
    const isInText = isNameAtPlace({ symbol, roles, range });
    if (isInText !== null) checked++;
    if (isInText === false) mismatched++;
    placed.push({ symbol, roles, range });
  }
  return mismatched > checked * staleShare ? null : placed;
}

/** Whether the text at an occurrence contains the name of its symbol; null where the text need not contain it. */
function isNameAtPlace({ symbol, roles, range }: PlacedOccurrence): boolean | null {
  // A symbol that ends with `:` is metadata, such as the definition of a whole file.
  if ((roles & symbolRoles.definition) === 0 || range.text === '' || isLocal(symbol) || symbol.endsWith(':'))
    return null;
  const name = lastDescriptor(symbol)?.name ?? '';
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? range.text.includes(name) : null;
}

/** Finds a file's definitions by the lines and columns of their names. */
export class DefinitionPlaces {
  readonly #definitions: readonly OutlineEntry[];
  readonly #byLine: ReadonlyMap<number, readonly number[]>;

  constructor(definitions: readonly OutlineEntry[]) {
    this.#definitions = definitions;
    this.#byLine = Map.groupBy(definitions.keys(), (index) => definitions[index]!.line);
  }

  /** The index of the definition whose name starts at a range or overlaps it; -1 for none. The last (innermost) of several. */
  at({ line, column, text }: TextRange): number {
    if (text === '') return -1;
    const onLine = this.#byLine.get(line) ?? [];
    const exact = onLine.findLast((index) => this.#definitions[index]!.column === column);
    if (exact !== undefined) return exact;
    const end = column + text.length;
    const overlapping = onLine.findLast((index) => {
      const { column: start, name } = this.#definitions[index]!;
      return start < end && column < start + name.length;
    });
    return overlapping ?? -1;
  }
}

export function isDefinition({ roles }: Pick<Occurrence, 'roles'>): boolean {
  return (roles & symbolRoles.definition) !== 0;
}
