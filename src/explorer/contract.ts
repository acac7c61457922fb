/**
 * What the explorer's page asks, and what it is answered: plain JSON, for `web/`, for static sites and for tests.
 * Invariants: this file and its parts import types of the domain and nothing else, so that the page needs nothing of the program. Every list has a cap and its
 * true total. An answer is smaller than `maxAnswerBytes`.
 */
import type { OutlineSymbol, TypeRelation } from '../model/code-questions.ts';
import type { SymbolNode } from '../model/graph.ts';
import type { LinkKind, LinkResolution } from '../model/link.ts';
import type { AdminQuestions } from './admin-contract.ts';
import type { Listed, NoParameters, SymbolRef } from './list-contract.ts';
import type { StructureQuestions } from './structure-contract.ts';

export type * from './admin-contract.ts';
export type * from './list-contract.ts';
export type * from './structure-contract.ts';
export * from './site-contract.ts';

/** The largest answer (bytes of JSON). */
export const maxAnswerBytes = 100_000;

/** `project`: what the page's frame shows. */
export interface ProjectAnswer {
  /** The last part of the root's path; of a repository of an organisation's server its name. */
  name: string;
  /** Absolute, for links to an editor; empty where the files are on another machine. */
  root: string;
  files: number;
  definitions: number;
  /** Files by language, most first. */
  languages: { id: string; files: number }[];
  status: 'idle' | 'indexing' | 'failed' | 'absent';
  /** While indexing: files done and known so far. */
  progress: { done: number; known: number } | null;
  /** What the user should know; null for nothing. */
  notice: string | null;
  /** Changes with every write of the index; null without one. */
  generation: number | null;
  /** ISO 8601; null before the first complete run. */
  lastIndexed: string | null;
  /** The commit that is shown, and how far it is behind; absent for files on the disk. */
  commit?: string;
  /** Of all projects together: those that are asked, whose names paths begin with, and those that cannot be, with the reason. Absent for one project. */
  together?: { asked: { name: string; root: string }[]; notAsked: { name: string; reason: string }[] };
}

/** `projects`: the names of the projects of a server; a question that names none is about the first, one that names `allProjects` about all together. */
export interface ProjectsAnswer {
  names: string[];
  /** Whether whoever asks administers the server; absent for everybody else, and for a server of projects. */
  administers?: true;
}

/** The name that stands for all projects of a server. */
export const allProjects = '*';

/** `palette`: what a few typed letters may mean. */
export interface PaletteAnswer {
  symbols: Listed<SymbolRef>;
  /** No name is as it was typed: `symbols` are what the tools would take it for. Absent otherwise. */
  isCorrected?: true;
  files: Listed<string>;
}

/** A reference site, as lists show it. */
export interface ShownSite {
  line: number;
  /** The line, trimmed and cut; empty where it cannot be read, and for what the symbol in the middle uses: its source is shown. */
  text: string;
  kind: LinkKind;
  resolution: LinkResolution;
}

/** A symbol beside the one in the middle. */
export interface Neighbour {
  symbol: SymbolRef;
  /** Number of the sites that connect both. */
  sites: number;
  /** The first of the sites. They are in the file of the symbol that uses the other. */
  first: ShownSite;
  /** The weakest way in which one of the sites is known. */
  resolution: LinkResolution;
  /** The declaration that the sites name, where none names the symbol itself (a method of an interface). */
  via: string | null;
}

/** What one side shows: the first symbols, and all others by file. */
export interface Side extends Listed<Neighbour> {
  /** The symbols that are not shown, by file: most first. */
  byFile: Listed<{ path: string; symbols: number }>;
  /** Sites that may belong to the list and could not be resolved. */
  unresolved: number;
  /** Whether the search for it ended early. */
  isCut: boolean;
}

/** `symbol`: a symbol and what it is linked with. */
export type SymbolAnswer =
  | {
      found: 'one';
      symbol: SymbolRef;
      doc: string | null;
      /** First and last line of its text. */
      startLine: number;
      endLine: number;
      /** A sentence about how the name was understood; null where the id was exact. */
      taken: string | null;
      /** Its direct members by name, in their order. `declarations`: of that name, at least 1; `line`: of the first. */
      members: Listed<{ name: string; kind: OutlineSymbol['kind']; line: number; declarations: number }>;
      /** What runs it, or hands it on. */
      callers: Side;
      /** What names it without running it. */
      users: Side;
      /** What it runs, or hands on. */
      callees: Side;
      /** Variables and fields that it reads or writes. */
      used: Side;
      /** Types that it uses; what it extends or implements, and what extends or implements it. */
      types: Listed<RelatedType>;
      /** Tests that call it, directly or through others. */
      tests: Listed<Neighbour & { distance: number }>;
      /** Names of the packages in the lists, for the filter. */
      packages: string[];
      /** How current the answer is; null if it is the state on disk. */
      note: string | null;
    }
  | { found: 'several'; candidates: Listed<SymbolRef>; note: string | null }
  | { found: 'none'; nearest: string[]; note: string | null };

export interface RelatedType {
  /** `uses`: the symbol names the type. The others are heritage; `implicit`: by having all methods. */
  relation: TypeRelation | 'uses';
  /** Whether the relation leads to the symbol in the middle: the type extends it. */
  isIncoming: boolean;
  symbol: SymbolRef;
  line: number;
}

export interface SymbolParameters {
  /** An id, or a name. */
  id: string;
  /** Only what is known at least this well; default `name`, which is everything. */
  known?: LinkResolution;
  tests?: 'all' | 'without' | 'only';
  package?: string;
}

/** What a span of code is. Names are told by their links. */
export type SpanClass = 'comment' | 'string' | 'keyword' | 'number' | 'definition';
export const spanClasses: readonly SpanClass[] = ['comment', 'string', 'keyword', 'number', 'definition'];

/** `code`: lines of a file with what is known of their texts. */
export interface CodeAnswer {
  path: string;
  language: string | null;
  totalLines: number;
  /** The first line, from 1. */
  startLine: number;
  /** As many of the wanted lines as an answer holds, at least one. Very long lines are cut; `cutLines` has their numbers. */
  lines: string[];
  cutLines: number[];
  /** For each line: start (from 0), length, index into `spanClasses`, and so on. They do not overlap. */
  spans: number[][];
  /** For each line: start (from 0), length, index into `targets`, and so on. */
  links: number[][];
  targets: CodeTarget[];
  /** Whether the file is in the index; another has no links. */
  indexed: boolean;
  note: string | null;
}

export interface CodeTarget {
  id: string;
  kind: SymbolNode['kind'];
  /** How the weakest of its sites in these lines is known; `definition` where the place is its own name. */
  resolution: LinkResolution | 'definition';
}

/** `hover`: what a name means. */
export interface HoverAnswer {
  symbol: SymbolRef;
  doc: string | null;
  /** Number of the symbols that call it. */
  callers: number;
}

/** `file`: what stands around the text of a file. */
export interface FileAnswer {
  path: string;
  language: string | null;
  lines: number;
  /** Whether it is in the index. */
  indexed: boolean;
  outline: Listed<OutlineEntry>;
  /** Files that import or use it: tests behind others, most sites first. */
  importedBy: Listed<FileLink>;
  imports: Listed<FileLink>;
  chunks: Listed<{ id: string; startLine: number; endLine: number; kind: string; symbols: string }>;
  note: string | null;
}

export interface OutlineEntry {
  name: string;
  kind: OutlineSymbol['kind'];
  signature: string | null;
  exported: boolean;
  line: number;
  endLine: number;
  depth: number;
}

export interface FileLink {
  path: string;
  sites: number;
  /** Whether one of the sites is an import. */
  isImport: boolean;
  isTest: boolean;
}

/** `search`: where words or a text are. */
export interface SearchAnswer {
  mode: 'meaning' | 'text';
  /** Files that match; for text the matching lines. */
  total: number;
  hits: SearchHit[];
  notes: string[];
}

export interface SearchHit {
  path: string;
  language: string | null;
  startLine: number;
  endLine: number;
  /** Qualified names of the definitions in these lines. */
  symbols: string[];
  /** 0 to 1; null for text. */
  score: number | null;
  /** Why the hit stands where it does, as short phrases. */
  why: string[];
  /** Some of the lines. `marks`: start and length of matching words. */
  lines: { line: number; text: string; marks: number[] }[];
}

/** Question -> its parameters, and its answer. */
export interface Questions extends StructureQuestions, AdminQuestions {
  project: { parameters: NoParameters; answer: ProjectAnswer };
  projects: { parameters: NoParameters; answer: ProjectsAnswer };
  palette: { parameters: { q: string }; answer: PaletteAnswer };
  symbol: { parameters: SymbolParameters; answer: SymbolAnswer };
  code: { parameters: { path: string; start?: number; end?: number }; answer: CodeAnswer };
  hover: { parameters: { id: string }; answer: HoverAnswer };
  file: { parameters: { path: string }; answer: FileAnswer };
  search: { parameters: { q: string; mode?: 'meaning' | 'text'; prefix?: string }; answer: SearchAnswer };
}

export type QuestionName = keyof Questions;
