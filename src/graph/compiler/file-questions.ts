/** Asks the compiler about places of one file, and turns the answers into links. */
import { isCallLike } from '../../model/link.ts';
import type { PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import type { UnresolvedPlace } from '../../store/link-store.ts';
import type { DeclaredSymbols } from './declared-symbols.ts';
import { TextPlaces } from './text-places.ts';
import type { Meaning, TypescriptCompiler } from './typescript-compiler.ts';

export interface QuestionsOptions {
  /** Absolute, with `/`. */
  root: string;
  /** Paths of the files that are indexed and linked. */
  paths: Iterable<string>;
  symbols: DeclaredSymbols;
  /** The text of such a file; null when it differs from the indexed content. */
  textOf: (path: string) => { text: string } | null;
}

export interface Answered {
  sites: number;
  linkedSites: number;
  links: PreciseLink[];
  external: PrecisePlace[];
}

/** How many places are asked about at once. */
const batchPlaces = 2000;

export class FileQuestions {
  readonly #options: QuestionsOptions;
  readonly #paths: ReadonlySet<string>;
  /** By the path in lower case; null where several paths share it. */
  readonly #small = new Map<string, string | null>();
  readonly #prefix: string;

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#paths = new Set(options.paths);
    for (const path of this.#paths) {
      const small = path.toLowerCase();
      this.#small.set(small, this.#small.has(small) ? null : path);
    }
    this.#prefix = options.root.endsWith('/') ? options.root : `${options.root}/`;
  }

  absolute(path: string): string {
    return this.#prefix + path;
  }

  /** The indexed file of an absolute path; null for any other file. */
  relative(file: string): string | null {
    const inside = this.#inside(file);
    if (inside === null) return null;
    return this.#paths.has(inside) ? inside : (this.#small.get(inside) ?? null);
  }

  #inside(file: string): string | null {
    const isInside = file.startsWith(this.#prefix) || file.startsWith(this.#prefix.toLowerCase());
    return isInside ? file.slice(this.#prefix.length) : null;
  }

  /** Whether a file is external: elsewhere, or in an installed package. */
  #isExternal(file: string): boolean {
    const inside = this.#inside(file);
    return inside === null || /(?:^|\/)node_modules\//.test(inside);
  }

  /** Null when the file differs from the indexed content. */
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
      const part = asked.slice(at, at + batchPlaces);
      const meanings = await compiler.meanings(
        this.absolute(path),
        part.map(([offset]) => offset),
        (file) => this.relative(file) !== null,
      );
      for (const [index, [, place]] of part.entries()) await this.#read(place, meanings[index] ?? [], answered);
    }
    return answered;
  }

  async #read(place: UnresolvedPlace, meaning: Meaning, answered: Answered): Promise<void> {
    const { line, column, kind } = place;
    const targets = new Map<string, PreciseLink>();
    const add = (path: string, target: number): void => {
      targets.set(`${target}:${path}`, { path, target, kind, line, column });
    };
    for (const declaration of meaning) {
      const path = this.relative(declaration.file);
      const symbol = path === null ? null : await this.#options.symbols.at(path, declaration);
      if (symbol === null) continue;
      add(symbol.path, symbol.target);
      if (kind === 'construct' && symbol.constructorKey !== null) add(symbol.path, symbol.constructorKey);
    }
    if (targets.size > 0) {
      answered.linkedSites++;
      answered.links.push(...targets.values());
    } else if (meaning.length > 0 && (!isCallLike(kind) || meaning.every(({ file }) => this.#isExternal(file)))) {
      // A call through something that is not a symbol (a parameter, a property of a literal) may still be of the project.
      answered.external.push({ line, column });
    }
  }
}
