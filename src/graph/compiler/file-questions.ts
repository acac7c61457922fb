/** Asks the compiler about places of one file, and turns the answers into links. */
import { isCallLike } from '../../model/link.ts';
import type { PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import type { UnresolvedPlace } from '../../store/link-store.ts';
import type { DeclaredSymbols } from './declared-symbols.ts';
import { TextPlaces } from './text-places.ts';
import type { Meaning, TypescriptCompiler } from './typescript-compiler.ts';

export interface QuestionsOptions {
  /** The absolute path of the project's root, with `/`. */
  root: string;
  /** Paths of the files that are indexed and linked. */
  paths: Iterable<string>;
  symbols: DeclaredSymbols;
  /** The text of an indexed file; null when it differs from the indexed content. */
  textOf: (path: string) => { text: string } | null;
}

/** The compiler's answers about one file. */
export interface Answered {
  /** How many sites the compiler was asked about. */
  sites: number;
  /** How many of these now have a link. */
  linkedSites: number;
  links: PreciseLink[];
  /** Places of sites that mean something external. */
  external: PrecisePlace[];
}

/** The number of places in one request. */
const batchPlaces = 2000;

export class FileQuestions {
  readonly #options: QuestionsOptions;
  readonly #paths: ReadonlySet<string>;
  /** Paths by their lower-case form; null where several paths have one lower-case form. */
  readonly #byLowerCase = new Map<string, string | null>();
  readonly #prefix: string;

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#paths = new Set(options.paths);
    for (const path of this.#paths) {
      const lowerCase = path.toLowerCase();
      this.#byLowerCase.set(lowerCase, this.#byLowerCase.has(lowerCase) ? null : path);
    }
    this.#prefix = options.root.endsWith('/') ? options.root : `${options.root}/`;
  }

  absolute(path: string): string {
    return this.#prefix + path;
  }

  /** The indexed file of an absolute path; null for any other file. */
  relative(file: string): string | null {
    const path = this.#pathInRoot(file);
    if (path === null) return null;
    return this.#paths.has(path) ? path : (this.#byLowerCase.get(path) ?? null);
  }

  #pathInRoot(file: string): string | null {
    const isInside = file.startsWith(this.#prefix) || file.startsWith(this.#prefix.toLowerCase());
    return isInside ? file.slice(this.#prefix.length) : null;
  }

  /** Whether a file is external: outside of the root, or in an installed package. */
  #isExternal(file: string): boolean {
    const inside = this.#pathInRoot(file);
    return inside === null || /(?:^|\/)node_modules\//.test(inside);
  }

  /** Asks about the unresolved sites of a file; null when the file differs from the indexed content. */
  async ask(
    compiler: TypescriptCompiler,
    path: string,
    unresolved: readonly UnresolvedPlace[],
  ): Promise<Answered | null> {
    const source = this.#options.textOf(path);
    if (source === null) return null;
    const places = new TextPlaces(source.text);
    const byOffset = new Map<number, UnresolvedPlace>();
    for (const place of unresolved) {
      const offset = places.nameOffset(place);
      if (offset !== null && !byOffset.has(offset)) byOffset.set(offset, place);
    }
    const answered: Answered = { sites: byOffset.size, linkedSites: 0, links: [], external: [] };
    const asked = [...byOffset].sort(([a], [b]) => a - b);
    for (let at = 0; at < asked.length; at += batchPlaces) {
      const batch = asked.slice(at, at + batchPlaces);
      const meanings = await compiler.meanings(
        this.absolute(path),
        batch.map(([offset]) => offset),
        (file) => this.relative(file) !== null,
      );
      for (const [index, [, place]] of batch.entries()) await this.#addAnswer(place, meanings[index] ?? [], answered);
    }
    return answered;
  }

  /** Adds the compiler's answer about a place: links to the project's symbols, or the place as external. */
  async #addAnswer(place: UnresolvedPlace, meaning: Meaning, answered: Answered): Promise<void> {
    const { line, column, kind } = place;
    const targets = new Map<string, PreciseLink>();
    const add = (path: string, target: number, isFunction: boolean): void => {
      const actualKind = kind === 'pass' && !isFunction ? 'read' : kind;
      targets.set(`${target}:${path}`, { path, target, kind: actualKind, line, column });
    };
    for (const declaration of meaning) {
      const path = this.relative(declaration.file);
      const symbol = path === null ? null : await this.#options.symbols.at(path, declaration);
      if (symbol === null) continue;
      add(symbol.path, symbol.target, symbol.isFunction);
      if (kind === 'construct' && symbol.constructorKey !== null) add(symbol.path, symbol.constructorKey, true);
    }
    if (targets.size > 0) {
      answered.linkedSites++;
      answered.links.push(...targets.values());
    } else if (meaning.length > 0 && (!isCallLike(kind) || meaning.every(({ file }) => this.#isExternal(file)))) {
      // Here no declaration is a symbol of the project. Such a declaration may be in the project (a parameter, a property of a literal): then a call of
      // it may still run code of the project, so the place of a call stays unresolved. Any other place counts as external.
      answered.external.push({ line, column });
    }
  }
}
