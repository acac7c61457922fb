/** What all shares together answer about the needs of a question; each thing is asked once. */
import type { AskedShares } from '../phases/asked-shares.ts';
import type { NeededIn, ProvidedIn } from '../../graph/across/concerned.ts';
import {
  longestName,
  longestNames,
  mostModules,
  mostNames,
  mostPackages,
  mostRequired,
  type AskedNeeds,
  type NameFound,
  type NeedKind,
  type NeedKinds,
  type PathFound,
  type Repositories,
  type UsersNeed,
  type WrittenFound,
} from './needs.ts';

type Joins = {
  [Kind in NeedKind]: (all: readonly NeedKinds[Kind]['found'][]) => NeedKinds[Kind]['found'];
};

const joins: Joins = {
  written: (all) => {
    const levels = all.flatMap(({ level }) => level ?? []);
    const level = levels.length === 0 ? null : Math.min(...levels);
    return { level, ...joined(all.filter((one) => one.level === level && level !== null)) } satisfies WrittenFound;
  },
  near: (all) => [...new Set(all.flat())].sort(),
  path: (all) => {
    const isExact = all.some((one) => one.isExact);
    return { isExact, ...joined(all.filter((one) => one.isExact === isExact)) } satisfies PathFound;
  },
  name: (all) =>
    ({
      defining: joined(all.map(({ defining }) => defining)),
      files: sum(all.map(({ files }) => files)),
      open: joined(all.map(({ open }) => open)),
    }) satisfies NameFound,
  counted: (all) => ({ all: sum(all.map((one) => one.all)), inside: sum(all.map(({ inside }) => inside)) }),
  word: joined,
  users: joined,
  providers: joined,
  chunk: joined,
};

function joined(all: readonly Repositories[]): Repositories {
  return { names: [...new Set(all.flatMap(({ names }) => names))], more: sum(all.map(({ more }) => more)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** So many of a kind are in one message: names are short, and of symbols each is searched by itself. */
const atOnce: Readonly<Record<NeedKind, number>> = {
  ...{ written: 10, near: 10, path: 10, chunk: 10 },
  ...{ name: mostNames, counted: 500, word: 10, users: 1, providers: 1 },
};

/** Whether nodes take the name. */
function isSent(name: string): boolean {
  return name.length <= longestName;
}

/** What nodes take of a need, by kind; null: nothing, and nobody has it. Needs of other kinds are sent as they are. */
const sentOf: { [Kind in NeedKind]?: (need: NeedKinds[Kind]['needs']) => NeedKinds[Kind]['needs'] | null } = {
  name: (name) => (isSent(name) ? name : null),
  word: (word) => (isSent(word) ? word : null),
  counted: ({ name, container }) =>
    isSent(name) ? { name, container: container !== null && isSent(container) ? container : null } : null,
};

export class AnsweredNeeds {
  readonly #shares: Pick<AskedShares, 'askAll'>;
  readonly #known = new Map<string, unknown>();

  constructor(shares: Pick<AskedShares, 'askAll'>) {
    this.#shares = shares;
  }

  /** In the order of the needs. */
  async of<Kind extends NeedKind>(
    kind: Kind,
    needs: readonly NeedKinds[Kind]['needs'][],
  ): Promise<NeedKinds[Kind]['found'][]> {
    const keys = needs.map((need) => `${kind} ${JSON.stringify(need)}`);
    const missing = new Map<string, NeedKinds[Kind]['needs']>();
    for (const [at, key] of keys.entries()) {
      if (this.#known.has(key)) continue;
      const need = needs[at]!;
      const sent = sentOf[kind] === undefined ? need : sentOf[kind](need);
      if (sent === null) this.#known.set(key, joins[kind]([]));
      else missing.set(key, sent);
    }
    const pieces = missing.size === 0 ? [] : slices([...missing], atOnce[kind], ([key]) => key.length);
    await Promise.all(
      pieces.map(async (piece) => {
        const asked = { of: kind, needs: piece.map(([, need]) => need) } as AskedNeeds;
        const answers = await this.#shares.askAll('concerned', asked);
        for (const [at, [key]] of piece.entries())
          this.#known.set(key, joins[kind](answers.map((answer) => answer[at] as NeedKinds[Kind]['found'])));
      }),
    );
    return keys.map((key) => this.#known.get(key) as NeedKinds[Kind]['found']);
  }

  /** Where the names are too long together for a message, any name counts. */
  async usersOf({ provided, mentions: { names, isWhole } }: UsersNeed): Promise<Repositories> {
    const mentions = { names: names === null || sum(names.map(lengthOf)) > longestNames ? null : names, isWhole };
    return joined(await this.of('users', providedPieces(provided).map((piece) => ({ provided: piece, mentions })))); // prettier-ignore
  }

  async providersFor(needed: readonly NeededIn[]): Promise<Repositories> {
    return joined(await this.of('providers', neededPieces(needed)));
  }
}

/** What messages may have of packages: whoever uses one of them uses some of one piece. */
function providedPieces(provided: readonly ProvidedIn[]): ProvidedIn[][] {
  const pieces: ProvidedIn[][] = [];
  for (const { ecosystem, packages } of provided) {
    const all = packages
      .filter(({ name }) => isSent(name))
      .flatMap(({ name, modules }) => slices(modules.filter(isSent), mostModules, lengthOf).map((part) => ({ name, modules: part }))); // prettier-ignore
    let piece: typeof all = [];
    let [size, length] = [0, 0];
    for (const one of all) {
      const of = { size: 1 + one.modules.length, length: one.name.length + sum(one.modules.map(lengthOf)) };
      const isFull = piece.length >= mostPackages || size + of.size > mostModules || length + of.length > longestNames;
      if (isFull && piece.length > 0) {
        pieces.push([{ ecosystem, packages: piece }]);
        [piece, size, length] = [[], 0, 0];
      }
      piece.push(one);
      [size, length] = [size + of.size, length + of.length];
    }
    if (piece.length > 0) pieces.push([{ ecosystem, packages: piece }]);
  }
  return pieces;
}

/**
 * What messages may have of needs: whoever provides some of them provides some of one piece. Each piece with modules has required packages too, as far as there
 * are any: a module of another name than its package is only meant where nothing is required. Where one of many packages is renamed, a piece may mean the package that
 * really has the new name: somebody is named too many, and nobody too few.
 */
function neededPieces(needed: readonly NeededIn[]): NeededIn[][] {
  return needed.flatMap(({ ecosystem, ...all }) => {
    const required = all.requires.filter(({ name, renamed }) => isSent(name) && isSent(renamed ?? ''));
    const written = all.modules.filter(isSent);
    if (required.length + written.length === 0) return [];
    const requires = slices(required, mostRequired, ({ name, renamed = '' }) => name.length + renamed.length);
    const modules = slices(written, mostModules, lengthOf);
    return Array.from({ length: Math.max(requires.length, modules.length) }, (_, at) => [
      { ecosystem, requires: requires[at % requires.length]!, modules: modules[at] ?? [] },
    ]);
  });
}

const lengthOf = (name: string): number => name.length;

/** At least one, in order: each of at most `most` items of at most `longestNames` characters together, or of one item. */
function slices<T>(items: readonly T[], most: number, length: (item: T) => number): T[][] {
  let last: T[] = [];
  const all = [last];
  let before = 0;
  for (const item of items) {
    const own = length(item);
    if (last.length > 0 && (last.length === most || before + own > longestNames)) {
      all.push((last = []));
      before = 0;
    }
    last.push(item);
    before += own;
  }
  return all;
}
