/** An engine with fixed answers, for tests of tools. The tests of the engine check real answers. */
import { Readable } from 'node:stream';
import type {
  CompletionQueries,
  Engine,
  ExploreRequest,
  ExploreResult,
  FileQueries,
  HybridQuery,
  HybridSearchResult,
  IndexReport,
  NearestRequest,
  ProjectStatus,
  SearchLimits,
  SemanticAnswer,
  TagHit,
  TagQuery,
  TagSearchResult,
  TextFiles,
  TextQuery,
  TextSearchResult,
} from '../../engine/types.ts';
import type { ChangesAnswer, ChangesRequest } from '../../model/changes.ts';
import type { ChunkedFile } from '../../model/chunk.ts';
import type { Definition, DefinitionKind } from '../../model/definition.ts';
import type { Import, ImportType } from '../../model/import.ts';
import type { UsageCall } from '../../model/usage.ts';
import { fixedChunks } from './fixed-chunks.ts';
import { fixedGraph, type FixedGraphAnswers } from './fixed-graph.ts';

export function definition(kind: DefinitionKind, name: string, signature: string | null = null): Definition {
  const place = { line: 1, column: 1, startLine: 1, startColumn: 1, endLine: 2, endColumn: 2 };
  return { name, kind, container: null, ...place, exported: true, docstring: null, decorators: [], signature };
}

export function importOf(type: ImportType, module: string): Import {
  return {
    module,
    type,
    names: [],
    alias: null,
    isDynamic: false,
    isReexport: false,
    isTypeOnly: false,
    line: 1,
    column: 1,
  };
}

export function hit(path: string, parts: Partial<TagHit> = {}): TagHit {
  return {
    path,
    language: 'typescript',
    score: 1,
    matchedTags: ['user'],
    size: 10,
    lines: 2,
    lastModified: 0,
    isTest: false,
    definitionCount: parts.definitions?.length ?? 0,
    definitions: [],
    imports: [],
    ...parts,
  };
}

export function searchResult(hits: TagHit[], parts: Partial<TagSearchResult> = {}): TagSearchResult {
  return {
    totalFiles: hits.length,
    executionTimeMs: 12.4,
    hits,
    freshness: { state: 'fresh', filesDone: 100, filesKnown: 100, refreshed: 0, note: null },
    ...parts,
  };
}

export const idleStatus: ProjectStatus = {
  projectPath: '/project',
  databasePath: '/project/.code-scout/database.db',
  status: 'idle',
  filesIndexed: 3,
  lastIndexed: '2026-11-21T10:00:00.000Z',
  languages: { typescript: 2, python: 1 },
  indexSize: 4096,
  definitions: 7,
  references: 9,
  leftOut: { binary: 2 },
  filesWithIssues: 1,
  freshness: { state: 'fresh', filesDone: 3, filesKnown: 3, refreshed: 0, note: null },
  notice: null,
};

export const report: IndexReport = {
  root: '/project',
  totalFiles: 3,
  indexedFiles: 2,
  touchedFiles: 0,
  removedFiles: 1,
  leftOut: { binary: 2, tooLarge: 1, ignored: 0 },
  filesWithIssues: 1,
  durationMs: 41.6,
  bytes: 99,
};

const noText: TextSearchResult = { total: 0, files: 0, isLowerBound: false, isRegex: false, hits: [], notes: [] };

const noCompletion: CompletionQueries = {
  paths: () => Promise.resolve({ values: [], total: 0 }),
  symbols: () => Promise.resolve({ values: [], total: 0 }),
};

const noFiles: FileQueries = {
  read: ({ path }) => Promise.reject(new Error(`no file was given to read: ${path}`)),
  list: ({ path }) => Promise.reject(new Error(`no folder was given to list: ${path}`)),
};

export interface FixedAnswers {
  /** The files of the project, with their chunks. */
  chunked?: readonly ChunkedFile[];
  chunkNote?: string;
  search?: TagSearchResult;
  repo?: HybridSearchResult;
  explored?: ExploreResult;
  frequencies?: number[];
  graph?: FixedGraphAnswers;
  changes?: ChangesAnswer;
  semantic?: SemanticAnswer;
  limits?: SearchLimits;
  files?: FileQueries;
  text?: TextSearchResult;
  textFiles?: TextFiles;
}

export interface FixedEngine extends Engine {
  /** What was asked, in order. */
  readonly asked: {
    search: TagQuery[];
    repo: HybridQuery[];
    explored: ExploreRequest[];
    background: boolean[];
    index: boolean[];
    semantic: NearestRequest[];
    text: TextQuery[];
    changes: ChangesRequest[];
    /** Finished calls. */
    counted: UsageCall[];
  };
  /** Methods of `graph` and their requests, in order. */
  readonly askedOfGraph: [string, unknown][];
}

export function fixedEngine({
  search = searchResult([]),
  repo = { total: 0, hits: [], notes: [] },
  explored = {
    pieces: [],
    files: 0,
    passedOver: 0,
    evidence: { found: 1, absent: 0, unknownNames: 0, scarce: 0, length: 1, similarity: 1, words: 2 },
    ends: null,
    notes: [],
  },
  frequencies = [],
  graph = {},
  changes,
  chunked = [],
  chunkNote,
  semantic = { state: 'ready', hits: [], refreshed: 0, note: null },
  limits = { usual: null, most: 100 },
  files = noFiles,
  text = noText,
  textFiles = { ...noText, shown: [] },
}: FixedAnswers = {}): FixedEngine {
  const asked: FixedEngine['asked'] = {
    search: [],
    repo: [],
    explored: [],
    background: [],
    index: [],
    semantic: [],
    text: [],
    changes: [],
    counted: [],
  };
  const askedOfGraph: [string, unknown][] = [];
  return {
    asked,
    askedOfGraph,
    root: '/project',
    location: { file: '/project/.code-scout/database.db' },
    databasePath: '/project/.code-scout/database.db',
    indexExists: () => true,
    limits,
    files,
    isReplaced: false,
    watch: async () => {},
    completion: noCompletion,
    text: {
      search: async (query) => {
        asked.text.push(query);
        return text;
      },
      files: async (query) => {
        asked.text.push(query);
        return textFiles;
      },
    },
    code: () => Promise.reject(new Error('no tool asks for pages of code')),
    index: async ({ force = false, onProgress, signal } = {}) => {
      asked.index.push(force);
      onProgress?.({ phase: 'walking', done: 0, total: 0, path: null });
      onProgress?.({ phase: 'indexing', done: 1, total: 3, path: 'src/a.ts' });
      signal?.throwIfAborted();
      return report;
    },
    indexInBackground: ({ force = false } = {}) => void asked.background.push(force),
    status: async () => idleStatus,
    generation: async () => 1,
    searchTags: async (query) => {
      asked.search.push(query);
      return search;
    },
    tagFrequencies: async () => frequencies.map((files) => ({ files, named: 0 })),
    listFiles: async () => ({ total: 0, files: [] }),
    listLeftOut: async () => ({ total: 0, counts: {}, leftOut: [] }),
    languages: () => [
      { id: 'csharp', name: 'C#', extensions: ['.cs'] },
      { id: 'python', name: 'Python', extensions: ['.py', '.pyi'] },
      { id: 'typescript', name: 'TypeScript', extensions: ['.ts', '.mts'] },
    ],
    graph: fixedGraph(graph, askedOfGraph),
    changes: {
      of: async (request) => {
        asked.changes.push(request);
        if (changes === undefined) throw new Error('no changes were given');
        return changes;
      },
      review: () => Promise.reject(new Error('no tool asks for a review')),
      states: async () => ({ commits: [], branches: [] }),
      filesOfCommits: async () => [],
    },
    chunks: fixedChunks(chunked, chunkNote ?? null),
    semantic: {
      nearest: async ({ query }) => {
        throw new Error(`no tool asks for places alone: ${query}`);
      },
      search: async (request) => {
        asked.semantic.push(request);
        return semantic;
      },
    },
    searchRepo: async (query) => {
      asked.repo.push(query);
      return repo;
    },
    explore: async (request) => {
      asked.explored.push(request);
      return explored;
    },
    // No tool asks what an editor asks.
    editor: {
      show: () => {},
      text: async () => null,
      graph: () => Promise.reject(new Error('no tool asks for what an editor shows')),
    },
    // No tool uses SCIP.
    scip: {
      export: () => ({ pieces: Readable.from([]), report: { documents: 0, occurrences: 0, symbols: 0, changed: [] } }),
      import: async () => ({ maker: '', documents: 0, covered: 0, links: 0, stale: [], outside: [] }),
      forget: async () => 0,
    },
    usage: {
      count: (call) => void asked.counted.push(call),
      report: () => Promise.reject(new Error('no tool asks what was counted')),
      forget: async () => {},
    },
    doctor: async () => [],
    close: async () => {},
  };
}
