/**
 * A question to the graph of a union, with a record of all that it has asked of every index: whoever knows which other repositories would have answered that
 * knows whether the answer is that of all.
 * Invariant: what a question takes from a file, of which it knows the number, is not recorded; everything else is.
 */
import type { LinksAcross } from '../../graph/queries/index/link-index.ts';
import type { Store } from '../../store/store.ts';

/** What is known of repositories that are not open. */
export interface Elsewhere {
  /** Names that are near to those that the question writes. */
  nearNames: ReadonlySet<string>;
  /** Names that other repositories define. */
  defined: ReadonlySet<string>;
}

/** A symbol of a repository of the union. */
export interface TracedSymbol {
  file: number;
  key: number;
}

export class QuestionTrace {
  readonly #elsewhere: Elsewhere;
  /** Names whose definitions it reads. */
  readonly definitions = new Set<string>();
  /** Names of which it asks which files define them. */
  readonly defining = new Set<string>();
  /** Names of which it asks whether places of them are open, and those whose open places it reads. */
  readonly isOpen = new Set<string>();
  readonly openPlaces = new Set<string>();
  /** Words that it looks for in texts. */
  readonly words = new Set<string>();
  /** Whether it looks at all names of definitions. */
  readsAllNames = false;
  /** By repository: the symbols to which it asks for links from others; and the repositories from which it asks for links to others. */
  readonly into = new Map<string, TracedSymbol[]>();
  readonly outOf = new Set<string>();
  /** Whether it asks for all links between repositories. */
  readsAllLinks = false;

  constructor(elsewhere: Elsewhere) {
    this.#elsewhere = elsewhere;
  }

  /** The same store; what is asked of all its parts is recorded. */
  store(store: Store): Store {
    const own: Partial<Store> = {
      definitionsNamed: (names) => {
        for (const name of names) this.definitions.add(name);
        return store.definitionsNamed(names);
      },
      definingFiles: async (names) => {
        for (const name of names) this.defining.add(name);
        const found = await store.definingFiles(names);
        return found.map((ids, at) => (this.#elsewhere.defined.has(names[at]!) ? Uint32Array.of(...ids, noFile) : ids));
      },
      definitionNames: async () => {
        this.readsAllNames = true;
        const names = await store.definitionNames();
        const { nearNames } = this.#elsewhere;
        return nearNames.size === 0 ? names : [...new Set([...names, ...nearNames])].sort();
      },
      unresolvedNames: (names) => {
        for (const name of names) this.isOpen.add(name);
        return store.unresolvedNames(names);
      },
      unresolvedSites: (names, file) => {
        if (file === undefined) for (const name of names) this.openPlaces.add(name);
        return store.unresolvedSites(names, file);
      },
    };
    return new Proxy(store, {
      get: (target, name) => (Object.hasOwn(own, name) ? own[name as keyof Store] : bound(target, name)),
    });
  }

  /** The same links. @param repositoryOf the repository of a linked file of the union, and the file's id in it */
  across(across: LinksAcross, repositoryOf: (file: number) => { repository: string; id: number } | null): LinksAcross {
    return {
      refresh: () => across.refresh(),
      into: (targets) => {
        for (const { file, key } of targets) {
          const own = key === 0 ? null : repositoryOf(file);
          if (own === null) continue;
          const symbols = this.into.get(own.repository);
          if (symbols === undefined) this.into.set(own.repository, [{ file: own.id, key }]);
          else symbols.push({ file: own.id, key });
        }
        return across.into(targets);
      },
      outOf: (files) => {
        for (const file of files) {
          const own = repositoryOf(file);
          if (own !== null) this.outOf.add(own.repository);
        }
        return across.outOf(files);
      },
      all: () => {
        this.readsAllLinks = true;
        return across.all();
      },
    };
  }
}

/** The number of no file. */
const noFile = 0xffff_ffff;

/** A method belongs to its object, whose fields may be private. */
function bound<T extends object>(target: T, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
}
