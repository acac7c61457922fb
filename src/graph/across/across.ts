/**
 * Links between repositories that are asked together, made when they are asked for and never stored: a push of one repository changes nothing in the
 * index of another.
 * `into` answers which places of other repositories lead to symbols of one; `lost`, which no longer do after a change; `outOf` where places of one
 * repository lead in the others.
 */
import { mentionedIn } from '../../store/packed/packed-summary.ts';
import type { LanguageEntry } from '../../languages/language.ts';
import type { ProvidedPackage } from '../../languages/ecosystem.ts';
import type { Link } from '../../model/link.ts';
import { dependentsOf } from '../incremental/dependents.ts';
import { symbolsOfFile } from '../queries/index/file-symbols.ts';
import { QuestionTurns } from '../../util/turns/question.ts';
import { earlierView, lostMentions, outlineAt, type EarlierState } from './earlier.ts';
import { JoinedProgram, type AcrossLink } from './joined-program.ts';
import { mentionsOf, type Mentions } from './mentions.ts';
import { Repository, type RepositorySource } from './repository.ts';
import { requiredRange, usedBy, type PackageProvider } from './requirements.ts';

/** A symbol of a repository, as `LinkIndex` names it: the id of the linked file, and the key of the symbol in it. */
export interface RepositorySymbol {
  repository: string;
  file: number;
  key: number;
}

/** A place of one repository that leads to a symbol of another. */
export interface AcrossPlace {
  /** The repository of the place, and the id of its linked file. */
  repository: string;
  file: number;
  /** Its line, column, container (the index of a definition of the file, or -1) and kind. `target` is the key of `to`. */
  link: Link;
  to: RepositorySymbol;
  /** The package by which the symbol is imported. */
  package: string;
  /** The versions of the package that the place's repository requires; null where no manifest says so. */
  range: string | null;
  /** Other repositories that provide a package of this name. */
  alsoIn: readonly string[];
}

export interface AcrossAnswer {
  places: readonly AcrossPlace[];
  /** Repositories in which not all files were asked, because a limit was reached. */
  cut: readonly string[];
}

interface FoundPlaces {
  places: AcrossPlace[];
  cut: string[];
}

/** A repository that may use another. */
interface AskedPair {
  all: readonly Repository[];
  user: Repository;
  provider: Repository;
  /** How code may write what is asked for. */
  mentions: Mentions;
  /** On the clock of `performance.now`. */
  deadline: number;
}

export interface AcrossLimits {
  /** The number of files of one repository that are linked for one question. */
  files: number;
  /** Milliseconds for the whole question. */
  ms: number;
  /** The same for `all`. */
  allMs: number;
}

const defaultLimits: AcrossLimits = { files: 3_000, ms: 5_000, allMs: 20_000 };
/** Joined programs that are kept from question to question. */
const keptPrograms = 6;
/** A program joins the asking repository with at most so many others. */
const maxMembers = 24;
const summariesAtOnce = 128;

export class AcrossRepositories {
  readonly #entries: ReadonlyMap<string, LanguageEntry>;
  readonly #limits: AcrossLimits;
  #sources: readonly RepositorySource[] = [];
  /** By name. A repository is opened once, however many questions wait for it. */
  readonly #repositories = new Map<string, { source: RepositorySource; opened: Promise<Repository> }>();
  /** By the asking repository and the one whose packages are meant first; the program that was used last is the last. */
  readonly #programs = new Map<string, JoinedProgram>();

  constructor(languages: readonly LanguageEntry[], limits: Partial<AcrossLimits> = {}) {
    this.#entries = new Map(languages.map((entry) => [entry.id, entry]));
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Sets the repositories, with their present states. Called before each question. What has not changed is kept. */
  use(sources: readonly RepositorySource[]): void {
    this.#sources = sources;
    const byName = new Map(sources.map((source) => [source.name, source.view]));
    for (const [name, { source }] of this.#repositories) {
      const now = byName.get(name);
      const isSame = now?.store === source.view.store && now.state.generation === source.view.state.generation;
      if (!isSame) this.#repositories.delete(name);
    }
  }

  get sources(): readonly RepositorySource[] {
    return this.#sources;
  }

  async #open(source: RepositorySource): Promise<Repository> {
    let known = this.#repositories.get(source.name);
    if (known === undefined) {
      known = { source, opened: Repository.open(source, this.#entries) };
      this.#repositories.set(source.name, known);
    }
    try {
      return await known.opened;
    } catch (error) {
      this.#repositories.delete(source.name);
      throw error;
    }
  }

  /** All repositories, with their packages read. */
  async opened(): Promise<Repository[]> {
    const all: Repository[] = [];
    const turns = new QuestionTurns();
    for (const source of this.#sources) {
      const turn = turns.take();
      if (turn !== null) await turn;
      const repository = await this.#open(source);
      await repository.readPackages();
      all.push(repository);
    }
    return all;
  }

  /** Places of other repositories that lead to the symbols. @param only the repositories whose places are wanted; absent: all */
  async into(targets: readonly RepositorySymbol[], only?: ReadonlySet<string>): Promise<AcrossAnswer> {
    const answer: FoundPlaces = { places: [], cut: [] };
    const deadline = performance.now() + this.#limits.ms;
    const all = await this.opened();
    for (const [name, wanted] of Map.groupBy(targets, ({ repository }) => repository)) {
      const provider = all.find((one) => one.name === name);
      if (provider === undefined) continue;
      await provider.readImports();
      const mentions = await mentionsOfAll(provider, wanted);
      const isWanted = new Set(wanted.map(({ file, key }) => `${file} ${key}`));
      for (const user of all) {
        if (user === provider || only?.has(user.name) === false) continue;
        await this.#addPlaces(answer, { all, user, provider, mentions, deadline }, ({ file, link }) =>
          isWanted.has(`${file} ${link.target}`),
        );
      }
    }
    return answer;
  }

  /**
   * Places of other repositories that led into a repository before a change, and lead nowhere in it now: those that write what it has lost. `to` is a
   * symbol of the earlier state.
   */
  async lost(name: string, state: EarlierState): Promise<AcrossAnswer> {
    const answer: FoundPlaces = { places: [], cut: [] };
    const deadline = performance.now() + this.#limits.ms;
    const present = await this.opened();
    const now = present.find((one) => one.name === name);
    const source = this.#sources.find((one) => one.name === name);
    if (now === undefined || source === undefined || state.files.length === 0) return answer;
    const before = await Repository.open({ ...source, view: await earlierView(source.view, state) }, this.#entries);
    await before.readPackages();
    await before.readImports();
    const mentions = await lostMentions(before, now, state.files);
    if (mentions.names?.size === 0 && !mentions.isWhole) return answer;
    const all = present.map((one) => (one === now ? before : one));
    for (const user of all) {
      if (user === before) continue;
      const led: FoundPlaces = { ...answer, places: [] };
      await this.#addPlaces(led, { all, user, provider: before, mentions, deadline }, () => true);
      if (led.places.length === 0) continue;
      const leads = new Set<string>();
      const program = await this.#program(user, present, now);
      for (const file of new Set(led.places.map((one) => one.file)))
        for (const { to, link } of await program.linksOf(user.placeOfId(file)!))
          if (to === now) leads.add(`${file} ${link.line} ${link.column}`);
      for (const place of led.places) {
        const isLost = !leads.has(`${place.file} ${place.link.line} ${place.link.column}`);
        if (isLost && (await isNamedIn(mentions, before, place.to))) answer.places.push(place);
      }
    }
    return answer;
  }

  /** Adds the places of one repository that lead into another, as far as they are wanted and the time allows. */
  async #addPlaces(
    { places, cut }: FoundPlaces,
    { all, user, provider, mentions, deadline }: AskedPair,
    isWanted: (link: AcrossLink) => boolean,
  ): Promise<void> {
    const turn = new QuestionTurns().take();
    if (turn !== null) await turn;
    await user.readImports();
    if (usedBy(user, provider).packages.length === 0) return;
    const program = await this.#program(user, all, provider);
    const candidates = await candidatesIn(user, provider, mentions);
    const asked = candidates.slice(0, this.#limits.files);
    let isCut = asked.length < candidates.length;
    for (const place of asked) {
      if (performance.now() > deadline) {
        isCut = true;
        break;
      }
      for (const found of await program.linksOf(place))
        if (found.to === provider && isWanted(found)) places.push(this.#placeOf(all, user, place, found));
    }
    if (isCut) cut.push(user.name);
  }

  /** Where the places in files of one repository lead in the others. @param files ids of linked files */
  async outOf(repository: string, files: readonly number[]): Promise<readonly AcrossPlace[]> {
    const all = await this.opened();
    const user = all.find((one) => one.name === repository);
    if (user === undefined) return [];
    const program = await this.#program(user, all, null);
    if (program.members.length === 0) return [];
    const places: AcrossPlace[] = [];
    for (const file of files) {
      const place = user.placeOfId(file);
      if (place === undefined) continue;
      for (const found of await program.linksOf(place)) places.push(this.#placeOf(all, user, place, found));
    }
    return places;
  }

  /** All places that lead from one repository into another, as far as the file imports a package of another or may use one without an import. */
  async all(): Promise<AcrossAnswer> {
    const answer: FoundPlaces = { places: [], cut: [] };
    const deadline = performance.now() + this.#limits.allMs;
    const all = await this.opened();
    for (const user of all) {
      await user.readImports();
      const used = all.filter((one) => one !== user).map((one) => usedBy(user, one));
      const importing = new Set(used.flatMap(({ byPlace }) => [...byPlace.keys()]));
      const places = used.some(({ isAnywhere }) => isAnywhere)
        ? [...user.files.keys()]
        : [...importing].sort((a, b) => a - b);
      if (places.length === 0) continue;
      const program = await this.#program(user, all, null);
      for (const place of places) {
        if (performance.now() > deadline) {
          answer.cut.push(user.name);
          break;
        }
        for (const found of await program.linksOf(place)) answer.places.push(this.#placeOf(all, user, place, found));
      }
    }
    return answer;
  }

  #placeOf(all: readonly Repository[], user: Repository, place: number, { to, file, link }: AcrossLink): AcrossPlace {
    const { id, path } = user.files[place]!;
    const target = to.files[to.placeOfId(file)!]!.path;
    const { packages, byPlace } = usedBy(user, to);
    const imported = byPlace.get(place) ?? packages;
    const around = imported.filter(({ root }) => root === '' || target.startsWith(`${root}/`));
    const provided = [...around].sort((a, b) => b.root.length - a.root.length)[0] ?? imported[0] ?? null;
    return {
      ...{ repository: user.name, file: id, link, to: { repository: to.name, file, key: link.target } },
      package: provided?.name ?? '',
      range: provided === null ? null : requiredRange(user, provided, path),
      alsoIn: provided === null ? [] : this.#othersWith(all, user, to, provided),
    };
  }

  /** Other repositories with a package of this name that the user could mean as well. */
  #othersWith(all: readonly Repository[], user: Repository, to: Repository, { name }: ProvidedPackage): string[] {
    return all
      .filter((one) => one !== to && one !== user && usedBy(user, one).packages.some((other) => other.name === name))
      .map((one) => one.name);
  }

  /** The program of a repository with those whose packages it uses. @param first the one that is meant where several provide a package */
  async #program(user: Repository, all: readonly Repository[], first: Repository | null): Promise<JoinedProgram> {
    const others = await membersFor(user, all, first);
    const members = others.length === 0 ? [] : [user, ...others];
    for (const member of members) await member.readLinks();
    const key = [user, ...others].map(({ name }) => name).join('\n');
    const known = this.#programs.get(key);
    // A repository whose index has changed is another object.
    const isSame = known?.members.length === members.length && known.members.every((one, at) => one === members[at]);
    const program = known !== undefined && isSame ? known : new JoinedProgram(members);
    this.#programs.delete(key);
    this.#programs.set(key, program);
    for (const oldest of this.#programs.keys()) {
      if (this.#programs.size <= keptPrograms) break;
      this.#programs.delete(oldest);
    }
    return program;
  }
}

/** The repositories whose packages a repository uses, then those that these use, and so on. Of several with one package, the first is taken. */
async function membersFor(
  user: Repository,
  all: readonly Repository[],
  first: Repository | null,
): Promise<Repository[]> {
  const others = all.filter((one) => one !== user);
  const ordered = first === null ? others : [first, ...others.filter((one) => one !== first)];
  const members: Repository[] = [];
  const provided = new Set<string>();
  const queue = [user];
  const turns = new QuestionTurns();
  for (let at = 0; at < queue.length && members.length < maxMembers; at++) {
    await queue[at]!.readImports();
    for (const other of ordered) {
      if (other === queue[at] || members.includes(other) || members.length >= maxMembers) continue;
      const turn = turns.take();
      if (turn !== null) await turn;
      const names = usedBy(queue[at]!, other).packages.map(({ name }) => name);
      if (names.every((name) => provided.has(name))) continue;
      members.push(other);
      queue.push(other);
      for (const name of names) provided.add(name);
    }
  }
  return members;
}

/** How code may write some symbols of a repository, whose imports must have been read. */
export async function mentionsOfAll(
  provider: Repository,
  targets: readonly Pick<RepositorySymbol, 'file' | 'key'>[],
): Promise<Mentions> {
  const names = new Set<string>();
  let [isWhole, isAnyName] = [false, false];
  for (const [file, symbols] of Map.groupBy(targets, (one) => one.file)) {
    const place = provider.placeOfId(file);
    if (place === undefined) continue;
    const { fileId, path } = provider.files[place]!;
    const outline = (await provider.view.store.outlines([fileId])).get(fileId) ?? [];
    const { main } = symbolsOfFile(path, outline);
    const definitions = symbols.flatMap(({ key }) => main(key) ?? []);
    const mentions = mentionsOf(provider, place, definitions);
    isWhole ||= mentions.isWhole;
    if (mentions.names === null) isAnyName = true;
    else for (const name of mentions.names) names.add(name);
  }
  return { names: isAnyName ? null : names, isWhole };
}

/** Whether a symbol has one of the names: another is lost only because what it is reached by is. What is no definition is a file. */
async function isNamedIn(
  { names }: Mentions,
  repository: Repository,
  { file, key }: RepositorySymbol,
): Promise<boolean> {
  const place = repository.placeOfId(file);
  if (names === null || place === undefined) return true;
  const definition = symbolsOfFile('', await outlineAt(repository, place)).main(key);
  return definition === undefined || names.has(definition.name);
}

/**
 * Places of the files of a repository that may use a symbol of another: those that import its package, then those that depend on them, as far as they
 * mention the symbol's name.
 */
export async function candidatesIn(
  user: Repository,
  provider: PackageProvider,
  { names, isWhole }: Mentions,
): Promise<number[]> {
  const { byPlace, asWhole, isAnywhere } = usedBy(user, provider);
  const importing = [...byPlace.keys()].sort((a, b) => a - b);
  const ids = importing.map((place) => user.files[place]!.id);
  const others = isAnywhere
    ? [...user.files.keys()]
    : [...dependentsOf(ids, user.readers)].flatMap((id) => user.placeOfId(id) ?? []);
  const rest = [...new Set(others)].filter((place) => !byPlace.has(place)).sort((a, b) => a - b);
  const candidates: number[] = [];
  const places = [...importing, ...rest];
  for (let from = 0; from < places.length; from += summariesAtOnce) {
    const batch = places.slice(from, from + summariesAtOnce);
    if (names === null) {
      candidates.push(...batch);
      continue;
    }
    const summaries = await user.view.store.summaries(batch.map((place) => user.files[place]!.fileId));
    for (const place of batch) {
      const bytes = summaries.get(user.files[place]!.fileId);
      if (bytes === undefined) continue;
      if ((isWhole && asWhole.has(place)) || mentionedIn(bytes, names).size > 0) candidates.push(place);
    }
  }
  return candidates;
}
