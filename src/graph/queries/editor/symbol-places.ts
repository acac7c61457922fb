/**
 * Where symbols are declared and used, with columns.
 * Invariant: other work gets a turn between files and between portions of symbols, so that the answer for a symbol that is used everywhere holds nothing up.
 */
import type { DeclarationPlace, UsePlace, UsesAnswer } from '../../../model/code-questions.ts';
import type { LinkKind } from '../../../model/link.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import type { Stateless } from '../calls.ts';
import { distinctPlaces, type LinkIndex } from '../index/link-index.ts';
import { symbolsWritten } from '../names/written-symbols.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { isUse, usersStep } from '../steps.ts';
import type { LinesOf } from '../value-places.ts';
import { questionTurn } from '../../../util/turns/question.ts';

const isImport = (kind: LinkKind): boolean => kind === 'import';
/** A name, as a link places it: marks such as those of Ruby and PHP may stand before it. */
const nameAt = /[$@#]*[\p{L}\p{N}_$]+[?!]?/uy;

/** Symbols that are looked up before other work gets a turn. */
const symbolsAtOnce = 32;

/** The symbols of ids; those of ids that no symbol has any more are left out. */
async function refsOf(index: LinkIndex, ids: readonly string[]): Promise<SymbolRef[]> {
  const refs: SymbolRef[] = [];
  for (const [at, id] of ids.entries()) {
    if (at % symbolsAtOnce === symbolsAtOnce - 1) await questionTurn();
    refs.push(...(await symbolsWritten(index, id)));
  }
  return [...distinctRefs(refs)];
}

/** All declarations of symbols (overloads, merged types): of each symbol first the one that represents it. */
export async function declarationPlaces(index: LinkIndex, ids: readonly string[]): Promise<DeclarationPlace[]> {
  const refs = await refsOf(index, ids);
  const places: DeclarationPlace[] = [];
  for (let from = 0; from < refs.length; from += symbolsAtOnce) {
    if (from > 0) await questionTurn();
    places.push(...(await placesOfRefs(index, refs.slice(from, from + symbolsAtOnce))));
  }
  return places;
}

export async function placesOfRefs(index: LinkIndex, refs: readonly SymbolRef[]): Promise<DeclarationPlace[]> {
  const nodes = await index.nodes(refs);
  const symbols = await index.symbolsOf(refs.map(({ file }) => file));
  return refs.flatMap((ref): DeclarationPlace[] => {
    const [node, ofFile] = [nodes.get(ref), symbols.get(ref.file)];
    if (node === undefined) return [];
    if (ref.key === 0) return [{ ...fileStart(node.path), node }];
    const main = ofFile?.main(ref.key);
    const entries = (ofFile?.byKey.get(ref.key) ?? []).map((at) => ofFile!.definitions[at]!);
    const ordered = main === undefined ? entries : [main, ...entries.filter((entry) => entry !== main)];
    return ordered.map((entry) => ({ ...placeOf(node.path, entry), node }));
  });
}

function fileStart(path: string): Omit<DeclarationPlace, 'node'> {
  return { path, line: 1, column: 1, length: 0, startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
}

function placeOf(path: string, entry: OutlineEntry): Omit<DeclarationPlace, 'node'> {
  const { name, line, column, startLine, startColumn, endLine, endColumn } = entry;
  return { path, line, column, length: name.length, startLine, startColumn, endLine, endColumn };
}

/** All uses of symbols, also through declarations that they implement; imports included. */
export async function symbolUses(
  index: LinkIndex,
  ids: readonly string[],
  linesOf: LinesOf,
): Promise<Stateless<UsesAnswer>> {
  const refs = await refsOf(index, ids);
  const steps = await usersStep(index, refs);
  const imports = await index.into(refs, isImport);
  const places = distinctPlaces([...steps.filter(({ site }) => isUse(site.kind)), ...imports]);
  const uses: UsePlace[] = [];
  for (const [id, inFile] of Map.groupBy(places, ({ from }) => from.file)) {
    const file = index.file(id);
    if (file === undefined) continue;
    await questionTurn();
    const lines = linesOf(file.path);
    for (const { site } of inFile) {
      const { line, column, kind, resolution } = site;
      // The overrides of a member stand at the name of another declaration, which implementations answer.
      if (kind === 'overrides') continue;
      const length = nameLength(lines?.[line - 1] ?? '', column);
      uses.push({ path: file.path, isTest: file.isTest, line, column, length, kind, resolution });
    }
  }
  return { uses: uses.sort(comparePlaces) };
}

/** The length of the name at a column; 0 where there is none (an operator, an implicit call). */
export function nameLength(text: string, column: number): number {
  nameAt.lastIndex = column - 1;
  return nameAt.exec(text)?.[0].length ?? 0;
}

type Place = Pick<UsePlace, 'path' | 'line' | 'column'>;

function comparePlaces(a: Place, b: Place): number {
  return (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column;
}
