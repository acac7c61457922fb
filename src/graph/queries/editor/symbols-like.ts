/**
 * The symbols whose names are like what somebody types: the best first, as many as are shown.
 * Invariant: the work depends on the number of names and of shown symbols, not on how many symbols match; other work gets a turn in between.
 */
import type { DeclarationPlace } from '../../../model/code-questions.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { placesOfRefs } from './symbol-places.ts';
import { questionTurn } from '../../../util/turns/question.ts';

/** Names that are compared before other work gets a turn. */
const namesAtOnce = 20_000;
/** Names whose files are looked up at once. */
const namesPerQuery = 24;
/** Files that are read before other work gets a turn. */
const filesAtOnce = 2;

/** How a name is like a text: the lower, the nearer; null: it is not. */
function likeness(name: string, text: string, lower: string): number | null {
  const at = name.toLowerCase().indexOf(lower);
  if (at === -1) return lower.length > 2 && isSubsequence(name.toLowerCase(), lower) ? 5 : null;
  if (name.length === text.length) return name === text ? 0 : 1;
  if (at === 0) return 2;
  // The beginning of a word in the name.
  const isWord = /[^a-z]/.test(name[at]!) || /[^\p{L}\p{N}]/u.test(name[at - 1]!);
  return isWord ? 3 : 4;
}

/** Whether the characters of a text are in a name, in their order. */
function isSubsequence(name: string, text: string): boolean {
  let at = 0;
  for (const char of text) {
    at = name.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

export async function symbolsLike(index: LinkIndex, text: string, limit: number): Promise<DeclarationPlace[]> {
  const names = await index.store.definitionNames();
  const lower = text.toLowerCase();
  /** By likeness, and then by length. */
  const byLikeness: string[][][] = [[], [], [], [], [], []];
  for (const [at, name] of names.entries()) {
    if (at % namesAtOnce === namesAtOnce - 1) await questionTurn();
    const like = likeness(name, text, lower);
    if (like !== null) (byLikeness[like]![name.length] ??= []).push(name);
  }
  const found: DeclarationPlace[] = [];
  // Few of these groups are shown: only those are put in order. `flat` leaves out the lengths that no name has.
  for (const group of byLikeness.flat()) {
    if (found.length >= limit) break;
    group.sort((a, b) => (a < b ? -1 : 1));
    for (let from = 0; from < group.length && found.length < limit; from += namesPerQuery) {
      const some = group.slice(from, from + namesPerQuery);
      const files = await index.store.definingFiles(some);
      for (const [at, name] of some.entries()) {
        if (found.length >= limit) break;
        found.push(...(await placesNamed(index, { name, fileIds: files[at]!, limit: limit - found.length })));
      }
    }
  }
  return found.slice(0, limit);
}

/** Symbols of one name: code before tests, then by path. */
async function placesNamed(
  index: LinkIndex,
  { name, fileIds, limit }: { name: string; fileIds: Uint32Array; limit: number },
): Promise<DeclarationPlace[]> {
  const files = [...fileIds].flatMap((fileId) => {
    const id = index.idOfFile(fileId);
    const file = id === undefined ? undefined : index.file(id);
    return file === undefined ? [] : [{ id: id!, ...file }];
  });
  files.sort((a, b) => Number(a.isTest) - Number(b.isTest) || (a.path < b.path ? -1 : 1));
  const found: DeclarationPlace[] = [];
  for (let from = 0; from < files.length && found.length < limit; from += filesAtOnce) {
    const some = files.slice(from, from + filesAtOnce).map(({ id }) => id);
    const symbols = await index.symbolsOf(some);
    const refs = some.flatMap((file): SymbolRef[] => {
      const ofFile = symbols.get(file);
      return (ofFile?.definitions ?? []).flatMap((definition, at) =>
        definition.name === name ? [{ file, key: ofFile!.keys[at]! }] : [],
      );
    });
    const places = await placesOfRefs(index, [...distinctRefs(refs)]);
    const main = new Map<string, DeclarationPlace>();
    for (const place of places) if (!main.has(place.node.id)) main.set(place.node.id, place);
    found.push(...main.values());
    await questionTurn();
  }
  return found.slice(0, limit);
}
