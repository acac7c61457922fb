/** The engine of the package's API. Invariant: a running call keeps the process alive, although the engine's threads do not. */
import type { Engine } from '../engine/types.ts';
import { AppError, toAppError } from '../model/error.ts';
import { callTool } from '../tools/call-tool.ts';
import { findTool } from '../tools/find-tool.ts';
import { schemasOf } from '../tools/json-schema.ts';
import { plainAnswer } from '../tools/plain-answer.ts';
import type { Tool } from '../tools/tool.ts';
import { keepAliveDuring } from '../runtime/keep-alive.ts';
import type {
  IndexReport,
  IndexRequest,
  ProjectEngine,
  ProjectStatus,
  SearchHit,
  SearchOptions,
  SearchResult,
  ToolDescription,
} from './contract.ts';
import type { ToolAnswer } from '../plugins/contract.ts';

const defaultHits = 10;
const mostHits = 100;

interface EngineParts {
  engine: Engine;
  tools: readonly Tool[];
}

export class OpenProjectEngine implements ProjectEngine {
  readonly root: string;
  readonly databasePath: string;
  readonly #engine: Engine;
  readonly #tools: readonly Tool[];
  #closing: Promise<void> | null = null;

  constructor({ engine, tools }: EngineParts) {
    this.#engine = engine;
    this.#tools = tools;
    this.root = engine.root;
    this.databasePath = engine.databasePath;
  }

  /** Runs `work`, and keeps the process alive meanwhile. Rejects only with an `AppError`. */
  async #run<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    if (this.#closing !== null) {
      throw new AppError('CancelledError', 'The engine is closed', { hint: 'Open another with openEngine().' });
    }
    try {
      return await keepAliveDuring(work(this.#engine));
    } catch (error) {
      throw toAppError(error);
    }
  }

  index(request: IndexRequest = {}): Promise<IndexReport> {
    return this.#run(async (engine) => {
      const { force, compiler, embeddings, onProgress, signal } = request;
      const report = await engine.index({
        ...(force === undefined ? {} : { force }),
        ...(compiler === undefined ? {} : { compiler }),
        ...(embeddings === undefined ? {} : { embeddings }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(signal === undefined ? {} : { signal }),
      });
      const { root, totalFiles, indexedFiles, removedFiles, leftOut, filesWithIssues, durationMs } = report;
      return { root, totalFiles, indexedFiles, removedFiles, leftOut, filesWithIssues, durationMs };
    });
  }

  follow(): Promise<void> {
    return this.#run((engine) => engine.watch());
  }

  status(): Promise<ProjectStatus> {
    return this.#run(async (engine) => {
      const { projectPath, databasePath, status, filesIndexed, lastIndexed, ...rest } = await engine.status();
      const { languages, indexSize, definitions, references, notice } = rest;
      const counts = { filesIndexed, lastIndexed, languages, indexSize, definitions, references };
      return { projectPath, databasePath, status, ...counts, notice };
    });
  }

  search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.#run(async (engine) => {
      checkSearch(query, options);
      const { limit = defaultHits, offset, minScore, language, pathPrefix } = options;
      const { total, hits, notes } = await engine.searchRepo({
        query,
        limit,
        ...(offset === undefined ? {} : { offset }),
        ...(minScore === undefined ? {} : { minScore }),
        ...(language === undefined ? {} : { language }),
        ...(pathPrefix === undefined ? {} : { pathPrefix }),
      });
      return {
        total,
        notes,
        hits: hits.map(({ file, chunk, score }): SearchHit => {
          const { startLine, endLine, symbols } = chunk;
          const text = file.lines.slice(startLine - 1, endLine).join('\n');
          return { path: file.path, startLine, endLine, language: file.language, symbols, score, text };
        }),
      };
    });
  }

  tools(): Promise<readonly ToolDescription[]> {
    return this.#run(() =>
      Promise.resolve(
        this.#tools.map((tool) => {
          const { name, title, description } = tool;
          const { input, output } = schemasOf(tool);
          return { name, title, description, inputSchema: input, outputSchema: output };
        }),
      ),
    );
  }

  callTool(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
  ): Promise<ToolAnswer> {
    return this.#run(async (engine) => {
      const found = findTool(name, this.#tools);
      if ('problem' in found) throw new AppError('NotFoundError', found.problem);
      const openThisProject = (place: { project: string | null; path: string | null }): Promise<Engine> =>
        place.path === null ? Promise.resolve(engine) : Promise.reject(otherProject());
      return plainAnswer(await callTool(found.tool, args, openThisProject, { signal, progress: null }));
    });
  }

  close(): Promise<void> {
    this.#closing ??= keepAliveDuring(this.#engine.close());
    return this.#closing;
  }
}

function otherProject(): AppError {
  return new AppError('ValidationError', 'This engine has one project: leave path out', {
    hint: 'Open an engine of its own for another project.',
    details: { field: 'path', expected: 'no path', received: 'a path' },
  });
}

function checkSearch(query: unknown, { limit = defaultHits, offset = 0, minScore = 0 }: SearchOptions): void {
  const refuse = (field: string, expected: string, received: unknown): never => {
    throw new AppError('ValidationError', `\`${field}\` must be ${expected}`, {
      details: { field, expected, received },
    });
  };
  if (typeof query !== 'string') refuse('query', 'a text', query);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > mostHits)
    refuse('limit', `a whole number from 1 to ${mostHits}`, limit);
  if (!Number.isSafeInteger(offset) || offset < 0) refuse('offset', 'a whole number from 0', offset);
  if (!(minScore >= 0 && minScore <= 1)) refuse('minScore', 'a number from 0 to 1', minScore);
}
