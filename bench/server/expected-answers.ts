/**
 * Questions about a changing project whose answers are known by construction, one kind for each tool that answers from
 * the index or from the disk.
 * Invariant: an expectation describes the project at the time when it was made, and holds no reference to the project.
 */
import { dirname } from 'node:path/posix';
import { pick, type Random } from '../../test/faults/random.ts';
import type { ToolAnswer } from '../lib/stdio-server.ts';
import type { ChangingProject } from './changing-project.ts';
import type { CallTruth } from './project-model.ts';
import type { DefinitionPlace } from './project-text.ts';

export interface Expectation {
  /** Equal for equal expectations. */
  key: string;
  /** How the answer differs; null when it is true. */
  differs: (answer: ToolAnswer) => string | null;
}

export interface Question {
  kind: string;
  tool: string;
  args: Record<string, unknown>;
  /** The same question as a command, where there is one. */
  command: readonly string[] | null;
  expect: () => Expectation;
}

/** Phrases in which an answer says that it may be behind the disk. */
const behind =
  /not seen yet|being compared|being updated|being made|no complete index|not complete|indexing run failed|cannot be written|folder is gone|ask again|last moments may be missing|changes while it is read|was ended after/i;

/** The sentence in which an answer says that it may be behind the disk; null for none. */
export function behindNote(answer: ToolAnswer): string | null {
  const line = answer.text.split('\n').find((one) => behind.test(one));
  return line?.trim() ?? null;
}

type Rows = Record<string, unknown>[];
const rows = (value: unknown): Rows => (Array.isArray(value) ? (value as Rows) : []);

function isNotFound({ data, error }: ToolAnswer): boolean {
  const type = (data['error'] as { type?: string } | undefined)?.type;
  return type === 'NotFoundError' || /not found|no such|does not exist/i.test(error ?? '');
}

/** Whether the answer is about another name, and says that nothing has the one that was asked for. */
const isAboutAnother = ({ text }: ToolAnswer): boolean => /^Nothing is named .+; this is about /m.test(text);

/** Compares a set that must contain all of `must`, and nothing else except `may`. */
function sameSet(
  found: readonly string[],
  must: readonly string[],
  may: ReadonlySet<string> = new Set(),
): string | null {
  const [have, want] = [new Set(found), new Set(must)];
  const missing = must.filter((one) => !have.has(one));
  const wrong = [...have].filter((one) => !want.has(one) && !may.has(one));
  if (missing.length + wrong.length === 0) return null;
  return [...missing.map((one) => `missing: ${one}`), ...wrong.map((one) => `wrong: ${one}`)].slice(0, 6).join('; ');
}

/** An expected set; null where the answer must be that there is no such thing. */
function expectSet(
  must: readonly string[] | null,
  found: (answer: ToolAnswer) => string[],
  { may = new Set(), place = null }: { may?: ReadonlySet<string>; place?: DefinitionPlace | null } = {},
): Expectation {
  return {
    key: JSON.stringify([must, [...may].sort()]),
    differs: (answer) => {
      if (must === null)
        return isNotFound(answer) || isAboutAnother(answer)
          ? null
          : `it was removed, but the answer has: ${found(answer).slice(0, 4).join('; ') || answer.text.slice(0, 200)}`;
      if (isNotFound(answer) || (place !== null && isAboutAnother(answer)))
        return `the answer says that there is none, but there is: ${place?.path ?? must.slice(0, 3).join('; ')}`;
      return sameSet(found(answer), must, may);
    },
  };
}

function symbolPlaces(answer: ToolAnswer): string[] {
  if (isAboutAnother(answer)) return [];
  return rows(answer.data['files']).flatMap(({ path, symbols }) =>
    rows(symbols).map(({ name, lines }) => `${path}:${String(lines).split('-')[0]} ${name}`),
  );
}

function linkedSymbols({ data }: ToolAnswer): string[] {
  return rows(data['distances']).flatMap(({ files }) =>
    rows(files).flatMap(({ path, symbols }) =>
      rows(symbols).map(({ name, links }) => {
        const at = rows(links).flatMap((link) => (link['at'] as number[] | undefined) ?? []);
        return `${path} ${name} ${at.sort((a, b) => a - b).join()}`;
      }),
    ),
  );
}

function shownPaths({ text }: ToolAnswer): string[] {
  return [...text.matchAll(/\] \.\/(\S+?):\d+/g)].map((match) => match[1]!);
}

const marksIn = (text: string): string[] => [...new Set(text.match(/\bq[a-z]{8}x\b/g) ?? [])];

/** Makes questions about what exists and what no longer exists. */
export class Questions {
  readonly #project: ChangingProject;
  readonly #random: Random;

  constructor(project: ChangingProject, random: Random) {
    this.#project = project;
    this.#random = random;
  }

  /** A question about any name, mark or file. */
  any(): Question {
    const { gone } = this.#project;
    const random = this.#random;
    if (gone.length > 0 && random(4) === 0) {
      const { name, mark, path } = gone[gone.length - 1 - random(Math.min(gone.length, 30))]!;
      return this.#about(name, mark, path, random(name === '' ? 4 : 14));
    }
    const { recent, names } = this.#project;
    const isRecent = recent.length > 0 && random(2) === 0;
    // Half of the questions are about the last edits.
    const name = isRecent ? recent[recent.length - 1 - random(Math.min(recent.length, 12))]! : pick(names, random);
    return this.of(name);
  }

  of(name: string): Question {
    const mark = this.#project.definition(name)?.mark ?? '';
    return this.#about(name, mark, this.#project.place(name)?.path ?? '', this.#random(20));
  }

  /** One question of each kind that every index must answer. */
  everyKind(name: string): Question[] {
    const mark = this.#project.definition(name)?.mark ?? '';
    const path = this.#project.place(name)?.path ?? '';
    return Array.from({ length: 15 }, (_, at) => this.#about(name, mark, path, at));
  }

  #about(name: string, mark: string, path: string, kind: number): Question {
    if (mark === '' || path === '') return this.#definition(name);
    switch (kind) {
      case 0:
        return this.#text(mark);
      case 1:
        return this.#tag(mark);
      case 2:
        return this.#read(path);
      case 3:
        return this.#folder(dirname(path));
      case 4:
        return this.#calls('callers', name);
      case 5:
        return this.#calls('callees', name);
      case 6:
        return this.#calls('impact', name);
      case 7:
        return this.#neighbors(name);
      case 8:
        return this.#chunks(path);
      case 9:
        return this.#context(path);
      case 10:
        return this.#usage(name);
      case 11:
        return this.#ranked(name);
      case 12:
        return this.#indexed(dirname(path));
      case 13:
        return this.#similar(mark);
      case 14:
      case 15:
        return this.#definition(name);
      case 16:
        return this.#calls('callers', name);
      case 17:
        return this.#text(mark);
      default:
        return this.#definition(name);
    }
  }

  #definition(name: string): Question {
    const project = this.#project;
    return {
      ...{ kind: 'definition', tool: 'search', args: { pattern: name }, command: ['symbols', name] },
      expect: () => {
        const place = project.symbol(name);
        return expectSet(place === null ? [] : [`${place.path}:${place.line} ${name}`], symbolPlaces);
      },
    };
  }

  #calls(kind: 'callers' | 'callees' | 'impact', name: string): Question {
    const project = this.#project;
    const args = { symbol: name, maxDepth: 1, max_chars: 50_000 };
    return {
      ...{ kind, tool: `get_${kind}`, args, command: [kind, name, '--depth', '1'] },
      expect: () => {
        const { certain, uncertain }: CallTruth = kind === 'callees' ? project.callees(name) : project.callers(name);
        const place = project.symbol(name);
        return expectSet(place === null ? null : certain, linkedSymbols, { may: uncertain, place });
      },
    };
  }

  #neighbors(name: string): Question {
    const project = this.#project;
    const args = { symbol: name, maxDepth: 1, max_chars: 50_000 };
    const plain = (entry: string): string => entry.split(' ').slice(0, 2).join(' ');
    const found = ({ data }: ToolAnswer): string[] =>
      rows(data['files']).flatMap(({ path, symbols }) =>
        rows(symbols).flatMap((symbol) => (symbol['name'] === name ? [] : [`${path} ${symbol['name']}`])),
      );
    return {
      ...{ kind: 'neighbors', tool: 'get_neighbors', args, command: null },
      expect: () => {
        const [callers, callees] = [project.callers(name), project.callees(name)];
        const all = [...new Set([...callers.certain, ...callees.certain].map(plain))].sort();
        // A function that calls itself is not its own neighbour.
        const must = all.filter((entry) => !entry.endsWith(` ${name}`));
        const may = new Set([...callers.uncertain, ...callees.uncertain].map(plain));
        const place = project.symbol(name);
        return expectSet(place === null ? null : must, found, { may, place });
      },
    };
  }

  #text(mark: string): Question {
    const project = this.#project;
    const found = ({ data }: ToolAnswer): string[] =>
      rows(data['results']).map((row) => `${row['file_path']}:${row['line_number']}`);
    return {
      ...{ kind: 'text', tool: 'search_code', args: { query: mark }, command: ['grep', mark] },
      expect: () => expectSet(project.marked(mark), found),
    };
  }

  #tag(mark: string): Question {
    const project = this.#project;
    const found = ({ data }: ToolAnswer): string[] => rows(data['files']).map(({ path }) => String(path));
    return {
      ...{ kind: 'tag', tool: 'code-scout_search', args: { tags: [mark] }, command: ['tags', mark] },
      expect: () =>
        expectSet(
          project.marked(mark).map((place) => place.split(':')[0]!),
          found,
        ),
    };
  }

  #read(path: string): Question {
    const project = this.#project;
    return {
      ...{ kind: 'read', tool: 'read_file', args: { file_path: path, max_chars: 50_000 }, command: null },
      expect: () => {
        const text = project.text(path);
        const whole = ({ text: answered }: ToolAnswer): string[] =>
          text !== null && answered.includes(text) ? [text] : [answered];
        return expectSet(text === null ? null : [text], whole);
      },
    };
  }

  #chunks(path: string): Question {
    const project = this.#project;
    // The text of a chunk has no empty lines at its ends.
    const full = (text: string): string => text.replaceAll(/\n+/g, '\n').replace(/\n$/, '');
    const found = ({ data }: ToolAnswer): string[] => [
      full(
        rows(data['chunks'])
          .map(({ text }) => String(text))
          .join('\n'),
      ),
    ];
    return {
      ...{ kind: 'chunks', tool: 'chunk_file', args: { file_path: path, max_chars: 50_000 }, command: null },
      expect: () => {
        const text = project.text(path);
        return expectSet(text === null ? null : [full(text)], found);
      },
    };
  }

  #context(path: string): Question {
    const project = this.#project;
    return {
      ...{ kind: 'context', tool: 'get_context', args: { filePath: path, max_chars: 50_000 }, command: null },
      expect: () => {
        const text = project.text(path);
        return expectSet(text === null ? null : marksIn(text), (answer) => marksIn(answer.text));
      },
    };
  }

  #folder(folder: string): Question {
    const project = this.#project;
    const found = ({ data }: ToolAnswer): string[] => rows(data['entries']).map(({ name, size }) => `${name} ${size}`);
    return {
      ...{ kind: 'folder', tool: 'list_directory', args: { path: folder, max_chars: 50_000 }, command: null },
      expect: () => {
        const names = project.inFolder(folder).map((path) => {
          return `${path.slice(folder.length + 1)} ${Buffer.byteLength(project.text(path) ?? '')}`;
        });
        // An emptied folder stays.
        return names.length === 0 ? anything : expectSet(names, found);
      },
    };
  }

  #indexed(folder: string): Question {
    const project = this.#project;
    const found = ({ data }: ToolAnswer): string[] =>
      rows(data['languages']).flatMap(({ files }) => rows(files).map(({ path }) => String(path)));
    return {
      ...{ kind: 'indexed', tool: 'list_indexed_files', command: null },
      args: { pathPrefix: `${folder}/`, max_chars: 50_000 },
      expect: () => expectSet(project.inFolder(folder), found),
    };
  }

  #usage(name: string): Question {
    const project = this.#project;
    const found = ({ text }: ToolAnswer): string[] => {
      const match = /File: \.\/(\S+)\n\s*Lines: (\d+)-(\d+)/.exec(text);
      return match === null ? [] : [`${match[1]}`];
    };
    return {
      ...{ kind: 'usage', tool: 'explain_usage', args: { symbol: name }, command: null },
      expect: () => {
        const place = project.symbol(name);
        return expectSet(place === null ? null : [place.path], found);
      },
    };
  }

  /** Asks for a name: its file must be the first, and every shown file must exist. */
  #ranked(name: string): Question {
    const project = this.#project;
    return {
      ...{ kind: 'ranked', tool: 'search_repo', args: { query: name, limit: 5 }, command: null },
      expect: () => {
        const path = project.place(name)?.path ?? null;
        const there = new Set(project.paths);
        const differs = (answer: ToolAnswer): string | null => {
          const shown = shownPaths(answer);
          const wrong = shown.filter((one) => !there.has(one) && one.includes('/'));
          if (wrong.length > 0) return `does not exist: ${wrong.join(', ')}`;
          if (path !== null && !shown.includes(path)) return `missing: ${path}`;
          return path === null && answer.text.includes(`Symbols: ${name}`) ? `gone: ${name}` : null;
        };
        return { key: `${path} ${[...there].join(' ')}`, differs };
      },
    };
  }

  /** Vector search: the only certain thing is that every shown chunk exists. */
  #similar(mark: string): Question {
    const project = this.#project;
    return {
      ...{ kind: 'similar', tool: 'search_by_embedding', args: { query: `does ${mark}`, limit: 5 }, command: null },
      expect: () => {
        const there = new Set(project.paths);
        const differs = (answer: ToolAnswer): string | null => {
          const wrong = shownPaths(answer).filter((one) => !there.has(one) && one.includes('/'));
          return wrong.length > 0 ? `does not exist: ${wrong.join(', ')}` : null;
        };
        return { key: [...there].join(' '), differs };
      },
    };
  }
}

const anything: Expectation = { key: 'anything', differs: () => null };
