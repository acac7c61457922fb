/**
 * Questions to the graph of repositories of which several nodes have a share each. The repositories that the question is about are opened here, and they alone: who
 * has the name, whose code uses the packages of these, whose packages they use. The others are asked, by the shares, whether they would change the answer.
 * Invariants: where nothing is left out, the answer is that of all repositories together; what is left out is named with the answer; never are more repositories
 * opened for a question than `mostOpen`.
 */
import { isPattern } from '../../model/graph.ts';
import { AppError } from '../../model/error.ts';
import { typeOfMembers } from '../../graph/queries/names/find-symbols.ts';
import { formsOf, partsOf } from '../../graph/queries/names/written-name.ts';
import type { SharedQuestions } from '../graph/open-links.ts';
import type { GraphPart } from '../lazy-part.ts';
import type { CountDefinitions } from '../search/path-ends.ts';
import { AskedShares, type ShareLink } from '../phases/asked-shares.ts';
import type { AskedProjects } from '../types.ts';
import type { EngineOfSeveral } from '../union/open-together.ts';
import { AnsweredNeeds } from './asked-needs.ts';
import { longestSymbol, type NameFound, type Repositories } from './needs.ts';
import type { Traced, TracedNeeds } from './run-traced.ts';

/** So many repositories are opened for one question: an eighth of what a node keeps open, so that a few such questions leave the others their own. */
export const mostOpen = 64;
/** A question is asked anew with what it has turned out to need at most this often. */
const mostRounds = 24;
/** So many are named in a message. */
const mostNamed = 8;

export interface ConcernedHost {
  /** All repositories, in order. */
  names: readonly string[];
  /** Asks the shares, and asks anew where one of them fails. */
  ask: <T>(question: (links: readonly ShareLink[]) => Promise<T>) => Promise<T>;
  /** An engine that has these repositories itself. */
  several: (names: readonly string[]) => Promise<EngineOfSeveral>;
  /** Whether a question about a repository waits for nothing here. */
  isOpen: (name: string) => boolean;
  whole: () => Promise<EngineOfSeveral>;
  /** Absent: `mostOpen`. */
  most?: number;
  /** So many can be open at once, for a question that reads all repositories. */
  mostTogether: number;
}

/** What a question names. */
export interface Subject {
  symbols?: readonly string[];
  paths?: readonly string[];
}

/** What was opened for the last question, and what of it could not be asked. */
export interface Opened {
  /** Null where the names say it all. */
  engine: EngineOfSeveral | null;
  names: readonly string[];
  notAsked: AskedProjects['notAsked'];
}

/** Thrown where a question is about more repositories than are opened for one. */
class TooMany extends AppError {
  /** @param way what to do, beside naming a project @param isCut whether there are more than those */
  constructor(message: string, way: string, names: readonly string[], isCut = false) {
    const others = names.length - mostNamed;
    super('ValidationError', message, {
      hint:
        `Give one of them as \`project\`${way}: ${names.slice(0, mostNamed).join(', ')}` +
        (others > 0 ? ` and ${others}${isCut ? ' or more' : ''} others.` : '.'),
      details: { field: 'project', expected: 'the name of one repository', received: '*' },
    });
  }
}

/** The engine of a question that reads all repositories. Rejects where they cannot all be open: fetching them would close those that others ask about. */
export function openWhole({ names, whole, mostTogether }: ConcernedHost): Promise<EngineOfSeveral> {
  if (names.length <= mostTogether) return whole();
  const message = `This is answered for at most ${mostTogether} repositories together, and there are ${names.length}`;
  return Promise.reject(new TooMany(message, '', names));
}

/** What the parts of one answer ask. */
export interface SharedGraph extends SharedQuestions {
  countDefinitions: CountDefinitions;
  /** What their answers lack. */
  notes: ReadonlySet<string>;
}

type Subjects = { [Method in keyof GraphPart]?: (...args: Parameters<GraphPart[Method]>) => Subject | null };

const bySymbol = ({ symbol }: { symbol: string }): Subject => ({ symbols: [symbol] });
const byFile = ({ file }: { file: string }): Subject => ({ paths: [file] });
const byPath = (path: string): Subject => ({ paths: [path] });

/** The questions that name symbols or files; null where it is a pattern. All others are about everything. */
const subjects: Subjects = {
  ...{ resolve: bySymbol, callers: bySymbol, callees: bySymbol, impact: bySymbol, usage: bySymbol },
  ...{ implementers: bySymbol, neighbours: bySymbol, outline: bySymbol },
  paths: ({ from, to }) => (isPattern(from.symbol) || isPattern(to.symbol) ? null : { symbols: [from.symbol, to.symbol] }), // prettier-ignore
  ...{ definitionAt: byFile, localUses: byFile, typesAt: byFile, names: byFile },
  ...{ fileLinks: byPath, fileContents: byPath, textLinks: byPath, nameKinds: byPath, nameLengths: byPath },
  uses: ({ symbols }) => ({ symbols }),
  declarations: (ids) => ({ symbols: ids }),
};

export class ConcernedGraph {
  readonly #host: ConcernedHost;
  readonly #onOpened: (opened: Opened) => void;

  constructor(host: ConcernedHost, onOpened: (opened: Opened) => void) {
    [this.#host, this.#onOpened] = [host, onOpened];
  }

  readonly graph: GraphPart = new Proxy({} as GraphPart, {
    get: (_, name) => {
      // A part is not a promise: `await` must not find a `then` here.
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return async (...args: never[]) => {
        const method = name as keyof GraphPart;
        const ask = (graph: GraphPart): Promise<unknown> =>
          (graph[method] as (...given: never[]) => Promise<unknown>)(...args);
        const subject = subjects[method]?.(...args) ?? null;
        return subject === null ? ask(await this.#wholeGraph()) : this.answer(subject, ask);
      };
    },
  });

  /** The graph of all repositories, for questions that are about all. */
  async #wholeGraph(): Promise<GraphPart> {
    return (await this.#host.whole()).graph as GraphPart;
  }

  /** Questions that are parts of one answer, in the states of its shares: together they open no more repositories than one question may. */
  sharing(shares: AskedShares): SharedGraph {
    const needs = new AnsweredNeeds(shares);
    const notes = new Set<string>();
    const known = new Set<string>();
    return {
      notes,
      areOfOneState: () => Promise.resolve(true),
      countDefinitions: (asked) => needs.of('counted', asked),
      neighbours: async (request) => {
        const question = new ConcernedQuestion({ host: this.#host, shares: needs, known }, bySymbol(request));
        try {
          const { answer, opened } = await question.run((graph) => graph.neighbours(request));
          for (const name of opened.names) known.add(name);
          this.#onOpened({ ...opened, names: [...known] });
          const { note } = answer.state.freshness;
          if (note !== null) notes.add(note);
          return answer;
        } catch (error) {
          if (error instanceof TooMany) notes.add(`Links are missing: ${error.message}.`);
          throw error;
        }
      },
    };
  }

  /** Rejects with the error of the question, or with one that says that it is about too many repositories. */
  answer<T>(subject: Subject, ask: (graph: GraphPart) => Promise<T>): Promise<T> {
    return this.#host.ask(async (links) => {
      const question = new ConcernedQuestion(
        { host: this.#host, shares: new AnsweredNeeds(new AskedShares(links, 'words')) },
        subject,
      );
      const { answer, opened } = await question.run(ask);
      this.#onOpened(opened);
      return answer;
    });
  }
}

/** One question, in one state of each share. */
class ConcernedQuestion {
  readonly #host: ConcernedHost;
  readonly #most: number;
  readonly #known: ReadonlySet<string>;
  readonly #shares: AnsweredNeeds;
  readonly #subject: Required<Subject>;
  /** Names whose definitions were found by the symbol as it is written: no other repository has what is meant. */
  readonly #foundNames = new Set<string>();
  readonly #near = new Set<string>();
  /** Names that repositories define which are not open. */
  #defined: ReadonlySet<string> = new Set();
  /** Repositories that are linked with others in one program. */
  readonly #joined = new Set<string>();
  /** Repositories that the answer depends on. */
  readonly #linked = new Set<string>();
  /** Repositories that have a name of the question and nothing else to do with it, where there is room for them. */
  #evidence: ReadonlySet<string> = new Set();
  /** Those for which there is none. */
  #leftOut: { names: string[]; more: number } = { names: [], more: 0 };

  /** @param known repositories that are open for earlier questions of the same answer */
  constructor(
    { host, shares, known = new Set() }: { host: ConcernedHost; shares: AnsweredNeeds; known?: ReadonlySet<string> },
    { symbols = [], paths = [] }: Subject,
  ) {
    [this.#host, this.#shares, this.#known, this.#most] = [host, shares, known, host.most ?? mostOpen];
    const cut = (all: readonly string[]): string[] => [...new Set(all.map((one) => one.slice(0, longestSymbol)))];
    this.#subject = { symbols: cut(symbols), paths: cut(paths) };
  }

  async run<T>(ask: (graph: GraphPart) => Promise<T>): Promise<{ answer: T; opened: Opened }> {
    await this.#begin();
    let last: Traced<T> | null = null;
    let names = this.#open;
    let engine = await this.#host.several(names);
    for (let round = 1; ; round++) {
      const request = { elsewhere: { nearNames: this.#near, defined: this.#defined }, joined: this.#joined };
      if (last === null) last = await engine.traced(request, ask);
      // Only what repositories need is still to be known, which is no matter of the question.
      else last.needs.needed = (await engine.traced(request, () => Promise.resolve())).needs.needed;
      const more = await this.#grow(last.needs);
      if (more !== 'nothing' && round < mostRounds) {
        if (more === 'needs') continue;
        last = null;
        const isSame = names.join('\n') === this.#open.join('\n');
        names = this.#open;
        if (!isSame) engine = await this.#host.several(names);
        continue;
      }
      if ('error' in last.outcome) throw last.outcome.error;
      const { notAsked } = await engine.projects();
      return { answer: this.#withNote(last.outcome.answer, more !== 'nothing'), opened: { engine, names, notAsked } };
    }
  }

  /** The repositories that are opened, in order. */
  get #open(): string[] {
    return this.#host.names.filter((name) => this.#linked.has(name) || this.#evidence.has(name));
  }

  /** The repositories that have what the question names. */
  async #begin(): Promise<void> {
    const { symbols, paths } = this.#subject;
    const asWritten = symbols.map((symbol) => typeOfMembers(symbol) ?? symbol);
    const [written, ofPaths] = await Promise.all([
      this.#shares.of('written', asWritten),
      this.#shares.of('path', paths),
    ]);
    // What begins with the path of a file is in that file, and nothing else has to be searched.
    const others = symbols.flatMap((symbol, at) => (written[at]!.level === 0 ? [] : [{ symbol: symbol.trim(), level: written[at]!.level }])); // prettier-ignore
    const pathLike = others.filter(({ symbol }) => /[./]/.test(symbol));
    const ofSymbols = await this.#shares.of('path', pathLike.map(({ symbol }) => symbol)); // prettier-ignore
    const found: Repositories[] = [...written, ...ofPaths];
    for (const [at, { level }] of pathLike.entries())
      if (ofSymbols[at]!.isExact || level === null) found.push(ofSymbols[at]!);
    const named = others.filter(({ level }) => level !== null).flatMap(({ symbol }) => formsOf(typeOfMembers(symbol) ?? symbol)); // prettier-ignore
    for (const form of named) this.#foundNames.add(partsOf(form).at(-1)!);
    // Of a symbol that nobody has as it is written, each part may be looked up.
    const unknown = others.filter(({ level }) => level === null).map(({ symbol }) => symbol);
    for (const part of unknown.flatMap(formsOf).flatMap(partsOf)) this.#foundNames.delete(part);
    const misspelt = [...new Set([...unknown, ...unknown.map((symbol) => typeOfMembers(symbol) ?? symbol)])];
    for (const names of await this.#shares.of('near', misspelt)) for (const name of names) this.#near.add(name);
    this.#add(found, () => `${this.#asked} is in more than ${this.#most} repositories`);
    // Somebody has to say that there is nothing.
    if (this.#linked.size === 0) this.#linked.add(this.#host.names.find((name) => this.#host.isOpen(name)) ?? this.#host.names[0]!); // prettier-ignore
  }

  get #asked(): string {
    const { symbols, paths } = this.#subject;
    return [...symbols, ...paths].map((one) => JSON.stringify(one.slice(0, 100))).join(' or ');
  }

  /** Adds repositories that the answer has to know. Throws where they are too many. */
  #add(all: readonly Repositories[], what: () => string): void {
    const known = new Set(this.#host.names);
    for (const { names } of all) for (const name of names) if (known.has(name)) this.#linked.add(name);
    const isCut = all.some(({ more }) => more > 0);
    if (this.#known.union(this.#linked).size <= this.#most && !isCut) return;
    // Those that have what is asked for were found first.
    const named = [...this.#linked];
    throw new TooMany(what(), ', or an id that begins with the name of a repository', named, isCut);
  }

  /** Adds the repositories that the answer depends on. Returns whether the question is to be asked anew, or only what repositories need. */
  async #grow(needs: TracedNeeds): Promise<'anew' | 'needs' | 'nothing'> {
    if (needs.readsAllLinks) throw new AppError('InternalError', 'The question is about the links of all repositories');
    const before = { open: this.#open.length, near: this.#near.size, joined: this.#joined.size };
    const [byName, linked] = await Promise.all([this.#named(needs), this.#ofLinks(needs)]);
    const nearNames = needs.readsAllNames ? await this.#shares.of('near', this.#subject.symbols) : [];
    for (const found of nearNames) for (const name of found) this.#near.add(name);
    const { found, evidence } = this.#ofNames(needs, byName);
    this.#add([...found, ...linked], () => `What is linked with ${this.#asked} is in more than ${this.#most} repositories`); // prettier-ignore
    this.#takeEvidence([...evidence, ...(await this.#shares.of('word', needs.words))]);
    const open = new Set(this.#open);
    const isElsewhere = ({ names, more }: Repositories): boolean => more > 0 || names.some((one) => !open.has(one));
    const defined = new Set(
      [...needs.defining, ...needs.isOpen].filter((name) => isElsewhere(byName.get(name)!.defining)),
    );
    const isOther = defined.symmetricDifference(this.#defined).size > 0;
    this.#defined = defined;
    if (isOther || open.size !== before.open || this.#near.size > before.near) return 'anew';
    return this.#joined.size > before.joined ? 'needs' : 'nothing';
  }

  /** Who has the names that were looked up. */
  async #named({ definitions, defining, isOpen, openPlaces }: TracedNeeds): Promise<ReadonlyMap<string, NameFound>> {
    const read = definitions.filter((name) => !this.#foundNames.has(name));
    const names = [...new Set([...read, ...defining, ...isOpen, ...openPlaces])];
    const found = await this.#shares.of('name', names);
    return new Map(names.map((name, at) => [name, found[at]!]));
  }

  /** `found`: who is needed because of a name; `evidence`: who has places of the name, of which nothing is known. */
  #ofNames(
    { definitions, isOpen, openPlaces, openHere }: TracedNeeds,
    byName: ReadonlyMap<string, NameFound>,
  ): { found: Repositories[]; evidence: Repositories[] } {
    const found = definitions.flatMap((name) => (this.#foundNames.has(name) ? [] : byName.get(name)!.defining));
    const evidence: Repositories[] = [];
    // A place is linked by its name alone where one file of all defines the name.
    for (const name of isOpen) {
      const { files, open, defining } = byName.get(name)!;
      if (files !== 1 || open.names.length === 0) continue;
      found.push(defining);
      if (!openHere.has(name)) found.push(open);
    }
    for (const name of openPlaces) {
      const { files, open } = byName.get(name)!;
      (files === 1 ? found : evidence).push(open);
    }
    return { found, evidence };
  }

  /** Who uses the packages of what the question is about, and whose packages these use. */
  async #ofLinks({ users, outOf, needed }: TracedNeeds): Promise<Repositories[]> {
    const found = await Promise.all([...users.values()].map((need) => this.#shares.usersOf(need)));
    for (const name of outOf) this.#joined.add(name);
    for (const { names } of found) for (const name of names) this.#joined.add(name);
    // What a user of a package gets of it may come from a package that this one uses.
    const providers = await Promise.all([...needed.values()].map((one) => this.#shares.providersFor(one)));
    for (const { names } of providers) for (const name of names) this.#joined.add(name);
    return [...found, ...providers];
  }

  #takeEvidence(all: readonly Repositories[]): void {
    const known = new Set(this.#host.names);
    const names = new Set(all.flatMap((one) => one.names).filter((name) => known.has(name))).union(this.#evidence);
    const others = [...names.difference(this.#linked)];
    const more = all.reduce((most, one) => Math.max(most, one.more), 0);
    const fits = more === 0 && this.#known.union(this.#linked).union(names).size <= this.#most;
    this.#evidence = new Set(fits ? others : []);
    this.#leftOut = fits ? { names: [], more: 0 } : { names: others, more };
  }

  /** Says what the answer leaves out. */
  #withNote<T>(answer: T, isCut: boolean): T {
    const { names, more } = this.#leftOut;
    const count = names.length + more;
    const notes = [
      ...(count === 0 ? [] : [`${more > 0 ? 'At least ' : ''}${count} more repositories have the name, and no package joins them with these: places there that the name alone would join were not looked at. Name a project to ask it.`]), // prettier-ignore
      ...(isCut ? ['More repositories may be linked with these: the question was followed no further.'] : []),
    ];
    return notes.length === 0 ? answer : withNote(answer, notes.join(' '));
  }
}

interface WithState {
  state: { freshness: { note: string | null } };
}

function withNote<T>(answer: T, note: string): T {
  if (typeof answer !== 'object' || answer === null || !('state' in answer)) return answer;
  const { state } = answer as T & WithState;
  const { freshness } = state;
  return { ...answer, state: { ...state, freshness: { ...freshness, note: [freshness.note ?? [], note].flat().join(' ') } } }; // prettier-ignore
}
