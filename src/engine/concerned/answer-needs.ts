/**
 * What a share of the repositories answers about its own: who has the name, the path, the word or the package that a question elsewhere is about. By the same
 * rules as a question to the repositories themselves.
 * Invariant: a repository that would change the answer is named; others may be named too, where being exact would mean to read files.
 */
import { mayUse, provides } from '../../graph/across/concerned.ts';
import { namesNearTo } from '../../graph/queries/names/corrected-names.ts';
import { formsOf, partsOf, placeIn } from '../../graph/queries/names/written-name.ts';
import { endsIn, meaningOf, pathEnds } from '../../graph/queries/names/written-symbols.ts';
import { qualifiedName, sourceName } from '../../model/link.ts';
import type { Store } from '../../store/store.ts';
import { NearestFew } from '../../util/nearest.ts';
import { questionTurn, QuestionTurns } from '../../util/turns/question.ts';
import { countsIn } from '../search/path-ends.ts';
import { mayHaveWord } from '../graph/named-files.ts';
import type { AskedParts } from '../union/asked-parts.ts';
import type { UnionAcross } from '../union/links-across.ts';
import {
  mostRepositories,
  type AskedNeeds,
  type FoundNeeds,
  type NameFound,
  type NeedKind,
  type NeedKinds,
  type PathFound,
  type Repositories,
  type UsersNeed,
  type WrittenFound,
} from './needs.ts';

type Answers = {
  [Kind in NeedKind]: (needs: readonly NeedKinds[Kind]['needs'][]) => Promise<NeedKinds[Kind]['found'][]>;
};

/** So many files of a repository are read for a word. */
const mostRead = 40;
/** Paths that are suggested for one that nobody has. */
const nearestPaths = 5;
/** Levels of what is written: a path first, then each form of a name as a symbol and as one in a module, then the end of a path. */
const levelOfForms = 1;
const levelOfEnds = 1000;

export class ConcernedAnswers {
  readonly #parts: AskedParts;
  readonly #across: UnionAcross;
  #generation: number | null = null;
  /** The languages of linked files, by id, of one state of an index. */
  readonly #linked = new WeakMap<Store, { generation: number; languages: ReadonlyMap<number, LinkedFile> }>();

  constructor(parts: AskedParts, across: UnionAcross) {
    [this.#parts, this.#across] = [parts, across];
  }

  async answer({ of, needs }: AskedNeeds): Promise<FoundNeeds> {
    const { state } = await this.#parts.prepare('links');
    if (state.generation !== this.#generation) await this.#across.refresh();
    this.#generation = state.generation;
    return this.#answers[of](needs as never);
  }

  readonly #answers: Answers = {
    written: (symbols) => each(symbols, (symbol) => this.#written(symbol)),
    near: (symbols) =>
      each(symbols, async (symbol) =>
        [...(await namesNearTo(await this.#parts.store.definitionNames(), symbol))].sort(),
      ),
    path: (paths) => each(paths, (path) => this.#path(path)),
    name: (names) => this.#names(names),
    counted: (names) => countsIn(this.#parts.store)(names),
    word: (words) => each(words, (word) => this.#haveWord(word)),
    users: (needs) => each(needs, (need) => this.#users(need)),
    providers: (needs) =>
      each(needs, async (needed) => {
        const all = await this.#across.repositories();
        return named(all.filter((one) => provides(one, needed)).map(({ name }) => name));
      }),
    chunk: (chunks) =>
      each(chunks, async ({ pathKey, key }) => {
        const { store } = this.#parts;
        const ofPath = await this.#repositoriesOf(await store.filesOfChunkPath(pathKey));
        return ofPath.length > 0 ? named(ofPath) : named(await this.#repositoriesOf(await store.filesOfChunkKey(key, mostRepositories))); // prettier-ignore
      }),
  };

  async #repositoriesOf(files: readonly number[]): Promise<string[]> {
    return this.#ofPaths((await this.#parts.store.files(files)).map(({ path }) => path));
  }

  #ofPaths(paths: readonly string[]): string[] {
    return [...new Set(paths.flatMap((path) => this.#parts.split(path)?.part.name ?? []))];
  }

  async #written(symbol: string): Promise<WrittenFound> {
    const exact = await this.#ofPathOrId(symbol);
    if (exact !== null) return { level: 0, names: [exact], more: 0 };
    let best: { level: number; names: Set<string> } | null = null;
    const add = (level: number, name: string): void => {
      if (best === null || level < best.level) best = { level, names: new Set() };
      if (level === best.level) best.names.add(name);
    };
    const forms = formsOf(symbol.trim()).map(partsOf);
    for (const { name, prefix, store } of this.#open()) {
      await questionTurn();
      await this.#addNamed({ name, prefix, store }, forms, add);
    }
    if (best === null) {
      const { at, names } = await this.#withFirstEnd(pathEnds(symbol.trim()).map(([, end]) => endsIn(end)));
      for (const name of names) add(levelOfEnds + at, name);
    }
    const found = best as { level: number; names: Set<string> } | null;
    return found === null ? { level: null, names: [], more: 0 } : { level: found.level, ...named([...found.names]) };
  }

  /** The repositories with a linked file of the first end that any of them has; `at`: the place of that end. */
  async #withFirstEnd(ends: readonly ((path: string) => boolean)[]): Promise<{ at: number; names: Set<string> }> {
    const turns = new QuestionTurns();
    let at = ends.length - 1;
    let names = new Set<string>();
    if (ends.length === 0) return { at, names };
    for (const { name, prefix, store } of this.#open())
      for (const { path } of (await this.#linkedOf(store)).values()) {
        const turn = turns.take();
        if (turn !== null) await turn;
        const whole = prefix + path;
        const found = ends.findIndex((isEnd) => isEnd(whole));
        if (found === -1 || found > at) continue;
        if (found < at) [at, names] = [found, new Set()];
        names.add(name);
      }
    return { at, names };
  }

  async #addNamed(
    { name, prefix, store }: { name: string; prefix: string; store: Store },
    forms: readonly (readonly string[])[],
    add: (level: number, name: string) => void,
  ): Promise<void> {
    const lasts = [...new Set(forms.map((parts) => parts.at(-1)!))].filter((one) => one !== '');
    const places = await store.definitionsNamed(lasts);
    if (places.size === 0) return;
    const linked = await this.#linkedOf(store);
    for (const [form, parts] of forms.entries())
      for (const { fileId, definition } of places.get(parts.at(-1)!) ?? []) {
        const file = linked.get(fileId);
        if (file === undefined) continue;
        const symbol = { qualified: qualifiedName(definition), written: sourceName(definition) };
        const meant = meaningOf(symbol, parts, { ...file, path: prefix + file.path });
        if (meant !== null) add(levelOfForms + 2 * form + Number(meant === 'inModule'), name);
      }
  }

  /** The repository of the file with which a symbol begins that is written as a path, an id or a place; null for another. */
  async #ofPathOrId(symbol: string): Promise<string | null> {
    const turns = new QuestionTurns();
    for (const text of new Set([symbol, symbol.trim()])) {
      const written = text.replace(/^\.\//, '');
      const paths = [written];
      for (let hash = written.indexOf('#'); hash !== -1; hash = written.indexOf('#', hash + 1)) paths.push(written.slice(0, hash)); // prettier-ignore
      const place = placeIn(written);
      if (place !== null) paths.push(place.path);
      for (const path of paths) {
        const turn = turns.take();
        if (turn !== null) await turn;
        const found = this.#parts.split(path);
        const part = this.#parts.open.find(({ name }) => name === found?.part.name);
        if (part === undefined) continue;
        const [file] = await part.store.filesByPath([found!.own]);
        if (file !== undefined && (await this.#linkedOf(part.store)).has(file.id)) return part.name;
      }
    }
    return null;
  }

  async #path(given: string): Promise<PathFound> {
    const path = given.trim().replace(/^\.\//, '').replaceAll('\\', '/');
    const { paths } = (await this.#parts.store.state()).documents;
    const fileName = path.slice(path.lastIndexOf('/') + 1);
    const [below, belowName] = [`/${path}`, `/${fileName}`];
    const turns = new QuestionTurns();
    const ending: string[] = [];
    const alike: string[] = [];
    for (const one of paths) {
      const turn = turns.take();
      if (turn !== null) await turn;
      if (one === path || one.endsWith(below)) ending.push(one);
      if (one.endsWith(belowName)) alike.push(one);
    }
    if (ending.length > 0) return { isExact: true, ...named(this.#ofPaths(ending)) };
    const near = new NearestFew(path, nearestPaths);
    for (const one of paths) {
      const turn = turns.take();
      if (turn !== null) await turn;
      if (!near.offer(one)) break;
    }
    return { isExact: false, ...named(this.#ofPaths([...alike, ...near.found])) };
  }

  async #names(names: readonly string[]): Promise<NameFound[]> {
    const found = names.map(() => ({ defining: new Set<string>(), files: 0, open: new Set<string>() }));
    const places = new Map(names.map((name, at) => [name, at]));
    for (const { name: repository, store } of this.#open()) {
      await questionTurn();
      for (const [at, { length }] of (await store.definingFiles(names)).entries()) {
        if (length === 0) continue;
        found[at]!.defining.add(repository);
        found[at]!.files += length;
      }
      for (const name of await store.unresolvedNames(names)) found[places.get(name)!]!.open.add(repository);
    }
    return found.map(({ defining, files, open }) => ({
      defining: named([...defining]),
      files,
      open: named([...open]),
    }));
  }

  async #haveWord(word: string): Promise<Repositories> {
    const found: string[] = [];
    for (const { name, part, store } of this.#parts.open) {
      await questionTurn();
      const { documents } = await store.state();
      if (await mayHaveWord({ disk: part.disk, store, documents }, word, mostRead)) found.push(name);
    }
    return named(found);
  }

  async #users({ provided, mentions }: UsersNeed): Promise<Repositories> {
    const found: string[] = [];
    const names = mentions.names === null ? null : new Set(mentions.names);
    for (const repository of await this.#across.repositories()) {
      await questionTurn();
      if (await mayUse(repository, provided, { names, isWhole: mentions.isWhole })) found.push(repository.name);
    }
    return named(found);
  }

  #open(): { name: string; prefix: string; store: Store }[] {
    return this.#parts.open.map(({ name, store }) => ({ name, prefix: `${name}/`, store }));
  }

  /** The files of an index that have links, by id. */
  async #linkedOf(store: Store): Promise<ReadonlyMap<number, LinkedFile>> {
    const { generation, documents } = await store.state();
    const known = this.#linked.get(store);
    if (known?.generation === generation) return known.languages;
    const linked = new Set((await store.linkPlaces()).map(({ path }) => path));
    const languages = new Map<number, LinkedFile>();
    for (const [row, path] of documents.paths.entries())
      if (linked.has(path)) languages.set(documents.ids[row]!, { path, language: documents.languages[row]! });
    this.#linked.set(store, { generation, languages });
    return languages;
  }
}

interface LinkedFile {
  path: string;
  language: string;
}

async function each<T, U>(needs: readonly T[], answer: (need: T) => Promise<U>): Promise<U[]> {
  const found: U[] = [];
  for (const need of needs) {
    await questionTurn();
    found.push(await answer(need));
  }
  return found;
}

function named(all: readonly string[]): Repositories {
  const names = [...new Set(all)].sort();
  return { names: names.slice(0, mostRepositories), more: Math.max(0, names.length - mostRepositories) };
}
