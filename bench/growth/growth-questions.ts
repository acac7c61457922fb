/**
 * Questions about things in all copies of a corpus.
 * Invariant: question n asks for the same thing in trees of every size, in another copy.
 */
import { folderOf, type GrowthCorpus } from './growth-corpus.ts';
import { copyWord } from './growth-names.ts';

export interface QuestionKind {
  name: string;
  tool: string;
  /** @param n number of the question, @param copies how many copies there are */
  args: (n: number, copies: number) => object;
  /** Throws where the answer is empty or wrong. */
  check: (data: Record<string, unknown>, text: string) => void;
}

interface Subject {
  path: string;
  name: string;
}

/** A literal is rare when a copy has at most this many places of it. */
const rareUses = 12;
/** A subject has at least this many places: its declaration and one use. */
const minUses = 2;

/** A prime, which spreads the questions evenly over the copies. */
const stride = 37;
const copyOf = (n: number, copies: number): number => (n * stride) % copies;

/**
 * Used functions of the whole corpus, one from each file in turn, so that neighbours in the list are not neighbours in
 * a file.
 */
export function subjectsOf({ files, uses }: GrowthCorpus): Subject[] {
  const byFile = files.map(({ path, functions }) =>
    functions.filter((name) => (uses.get(name) ?? 0) >= minUses).map((name) => ({ path, name })),
  );
  const rounds = Math.max(0, ...byFile.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, at) => byFile.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** `toJSONSchema`: to, json, schema. */
function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function places({ results, total }: Record<string, unknown>): number {
  return Array.isArray(results) ? results.length : typeof total === 'number' ? total : 0;
}

function hasSome(of: (data: Record<string, unknown>) => unknown): QuestionKind['check'] {
  return (data, text) => {
    if (!(Number(of(data)) > 0)) throw new Error(`the answer has no result: ${text.slice(0, 300)}`);
  };
}

/** @throws when the corpus has too few subjects: no question is asked twice */
export function questionKinds(corpus: GrowthCorpus, count: number): QuestionKind[] {
  const subjects = subjectsOf(corpus);
  const rare = subjects.filter(({ name }) => (corpus.uses.get(name) ?? 0) <= rareUses);
  if (subjects.length < count || rare.length < count)
    throw new Error(
      `${corpus.name} has ${subjects.length} functions that are used, ${rare.length} of them rarely: pass a smaller number of --questions, or name a larger corpus`,
    );
  const named = (n: number, copies: number, list = subjects): string =>
    `${list[n]!.name}${copyWord(copyOf(n, copies))}`;
  const other = (n: number): string => wordsOf(subjects[(n * 7 + 3) % subjects.length]!.name).join(' ');
  return [
    {
      name: 'callers',
      tool: 'get_callers',
      args: (n, copies) => ({
        symbol: `${folderOf(copyOf(n, copies))}/${subjects[n]!.path}#${named(n, copies)}`,
      }),
      check: () => {},
    },
    {
      name: 'symbol by name',
      tool: 'search',
      args: (n, copies) => ({ pattern: named(n, copies) }),
      check: hasSome(({ count: found }) => found),
    },
    {
      name: 'tags, a name',
      tool: 'code-scout_search',
      args: (n, copies) => ({ tags: [named(n, copies)] }),
      check: hasSome(({ total_files: found }) => found),
    },
    {
      name: 'hybrid, a name and words',
      tool: 'search_repo',
      args: (n, copies) => ({ query: `how does ${named(n, copies)} ${other(n)}` }),
      check: (_, text) => {
        if (!text.startsWith('Found')) throw new Error(`the answer has no result: ${text.slice(0, 300)}`);
      },
    },
    {
      name: 'rare literal',
      tool: 'search_code',
      args: (n, copies) => ({ query: named(n, copies, rare) }),
      check: hasSome(places),
    },
    {
      name: 'tags, words of every copy',
      tool: 'code-scout_search',
      args: (n) => ({ tags: [...new Set([...wordsOf(subjects[n]!.name), ...other(n).split(' ')])].slice(0, 5) }),
      check: hasSome(({ total_files: found }) => found),
    },
    {
      name: 'hybrid, words of every copy',
      tool: 'search_repo',
      args: (n) => ({ query: `how does ${wordsOf(subjects[n]!.name).join(' ')} ${other(n)}` }),
      check: (_, text) => {
        if (!text.startsWith('Found')) throw new Error(`the answer has no result: ${text.slice(0, 300)}`);
      },
    },
  ];
}
