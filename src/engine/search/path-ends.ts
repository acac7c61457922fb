/** Whether a question is about the way from one symbol to another. Invariant: both ends are defined in the project, and are few enough to be meant. */
import { coarseKind, type CoarseKind } from '../../model/definition.ts';
import { isNameLike } from '../../search/hybrid/query.ts';
import type { Store } from '../../store/store.ts';

/** Names as a question writes them. */
export interface PathEnds {
  from: string;
  to: string;
}

/** A name with more definitions is answered with a list to choose from, and not with a path. */
const maxDefinitions = 5;
/** Kinds of definitions between which code leads. */
const joined: ReadonlySet<CoarseKind> = new Set(['function', 'component', 'class']);

/** A name with its containers, and the marks that say that it is one. */
const name = String.raw`(\x60?)([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*)(\(\))?\x60?`;
// Unicode classes take V8 up to half a millisecond to compile, so the patterns are made on demand.
const names = (): RegExp => new RegExp(name, 'gu');
const fromTo = (): RegExp => new RegExp(String.raw`\bfrom\s+${name}\s+(?:to|into|until)\s+${name}`, 'iu');

/** The two symbols that a question names, or those of its `from … to …`; null for any other question. */
export async function pathEnds(countsOf: CountDefinitions, query: string): Promise<PathEnds | null> {
  const [, fromMark, from, fromCall, toMark, to, toCall] = fromTo().exec(query) ?? [];
  if (from !== undefined && to !== undefined) {
    const isCode = isWrittenAsName(from, fromMark, fromCall) || isWrittenAsName(to, toMark, toCall);
    // Many sentences lead from one thing to another: `from text to bytes`.
    if (isCode && (await definedOf(countsOf, [from, to])).length === 2) return { from, to };
  }
  const written = [...query.matchAll(names())].filter(([, mark, word, call]) => isWrittenAsName(word!, mark, call));
  const defined = await definedOf(countsOf, [...new Set(written.map(([, , word]) => word!))]);
  return defined.length === 2 ? { from: defined[0]!, to: defined[1]! } : null;
}

function isWrittenAsName(word: string, mark = '', call = ''): boolean {
  return mark !== '' || call !== '' || isNameLike(word) || /::|#|->|\p{L}\.\p{L}/u.test(word);
}

/** Those of some names that the project defines, each a few times. */
async function definedOf(countsOf: CountDefinitions, written: readonly string[]): Promise<string[]> {
  if (written.length < 2) return [];
  const asked = written.map((one): NamedInside => {
    const [name = '', container = null] = one.split(/[^\p{L}\p{N}_$]+/u).reverse();
    return { name, container };
  });
  const counts = await countsOf(asked);
  return written.filter((_, at) => {
    const { all, inside } = counts[at]!;
    // What stands before a name may be a module too.
    const meant = inside > 0 ? inside : all;
    return meant > 0 && meant <= maxDefinitions;
  });
}

/** A name as a question writes it: with what stands before it, or null. */
export interface NamedInside {
  name: string;
  container: string | null;
}

/** How many definitions, between which code leads, have each of some names, and how many of these are inside of what stands before it. */
export type CountDefinitions = (asked: readonly NamedInside[]) => Promise<{ all: number; inside: number }[]>;

export function countsIn(store: Pick<Store, 'definitionsNamed'>): CountDefinitions {
  return async (asked) => {
    const found = await store.definitionsNamed([...new Set(asked.map(({ name }) => name))]);
    return asked.map(({ name, container }) => {
      const all = (found.get(name) ?? []).filter(({ definition }) => joined.has(coarseKind(definition.kind)));
      const inside = all.filter(({ definition }) => container !== null && definition.container === container);
      return { all: all.length, inside: inside.length };
    });
  };
}
