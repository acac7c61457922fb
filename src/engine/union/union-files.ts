/** Files and chunks of several repositories: each question about a file goes to the engine of its repository. */
import { AppError, toAppError } from '../../model/error.ts';
import type { Chunk, ChunkedFile, ChunkedFileList } from '../../model/chunk.ts';
import type { IndexView } from '../../store/store.ts';
import { chunkedFiles, chunkOfId } from '../files/chunk-answers.ts';
import type {
  ChunkQueries,
  DirectoryEntry,
  DirectoryListing,
  DirectoryRequest,
  Engine,
  FilePage,
  FileQueries,
  FileRequest,
} from '../types.ts';
import { withoutEndSlashes } from '../../util/paths/system-paths.ts';
import { fileIn, type AskedPart, type AskedParts } from './asked-parts.ts';

/** An engine by the name of its repository. */
export type EngineOf = (part: AskedPart) => Engine;

/** Finds the repository of a path, and asks its engine; an error of it says which repository it is about. */
async function askOne<T>(
  parts: AskedParts,
  path: string,
  ask: (part: AskedPart, own: string) => Promise<T>,
): Promise<T> {
  const found = parts.split(`${trimmed(parts.disk.below(path))}/`);
  if (found === null) throw unknownRepository(namesOf(parts), path);
  const { part, own } = found;
  try {
    return await ask(part, own.replace(/\/$/, ''));
  } catch (error) {
    const { code, message, hint, next, details } = toAppError(error);
    throw new AppError(code, `${message} (in ${part.name})`, {
      ...(hint === null ? {} : { hint: `${hint} Paths begin with \`${part.name}/\` here.` }),
      ...(next === null ? {} : { next }),
      ...(details === null ? {} : { details }),
      cause: error,
    });
  }
}

/** Without `./` at the beginning and slashes at the end. */
export function trimmed(path: string): string {
  return withoutEndSlashes(path.replace(/^(?:\.\/)+/, ''));
}

function namesOf({ all }: AskedParts): string[] {
  return all.map(({ name }) => name);
}

/** The repository that a path begins with; null for none. */
export function ownerOf(names: readonly string[], path: string): string | null {
  return names.find((name) => path.startsWith(`${name}/`)) ?? null;
}

export function unknownRepository(names: readonly string[], path: string): AppError {
  const more = names.length > 10 ? ` or one of ${names.length - 10} more` : '';
  return new AppError('NotFoundError', `No repository has this path: ${path.slice(0, 200)}`, {
    hint: `Paths begin with the name of a repository: ${names.slice(0, 10).join(', ')}${more}.`,
    details: {
      field: 'path',
      expected: 'a path that begins with the name of a repository',
      received: path.slice(0, 200),
    },
  });
}

export class UnionChunks implements ChunkQueries {
  readonly #parts: AskedParts;
  readonly #engineOf: EngineOf;

  constructor(parts: AskedParts, engineOf: EngineOf) {
    this.#parts = parts;
    this.#engineOf = engineOf;
  }

  async file(given: string): Promise<ChunkedFile> {
    await this.#parts.prepare('files');
    return this.#file(given);
  }

  async #file(given: string): Promise<ChunkedFile> {
    return askOne(this.#parts, given, async (part, own) => {
      const file = await this.#engineOf(part).chunks.file(own);
      return fileIn(part.name, file);
    });
  }

  async chunk(id: string): Promise<{ file: ChunkedFile; chunk: Chunk }> {
    return this.#answer(({ store }) => chunkOfId(store, id, (path) => this.#file(path)));
  }

  async list(request: Parameters<ChunkQueries['list']>[0]): Promise<ChunkedFileList> {
    return this.#answer(async (view) => ({
      ...(await chunkedFiles(view, request)),
      note: await this.#parts.note(view),
    }));
  }

  async #answer<T>(answer: (view: IndexView) => Promise<T>): Promise<T> {
    try {
      return await answer(await this.#parts.prepare('files'));
    } catch (error) {
      throw toAppError(error);
    }
  }
}

export function unionFiles(parts: AskedParts, engineOf: EngineOf): FileQueries {
  return {
    read: async (request: FileRequest): Promise<FilePage> =>
      askOne(parts, request.path, async (part, own) => {
        const page = await engineOf(part).files.read({ ...request, path: own });
        return { ...page, path: `${part.name}/${page.path}`, via: viaIn(part, page.via) };
      }),
    list: async (request: DirectoryRequest): Promise<DirectoryListing> => {
      const above = listAbove(namesOf(parts), trimmed(request.path), request);
      if (above !== null) return above;
      return askOne(parts, request.path, async (part, own) => {
        const listing = await engineOf(part).files.list({ ...request, path: own === '' ? '.' : own });
        return { ...listing, path: trimmed(`${part.name}/${listing.path}`), via: viaIn(part, listing.via) };
      });
    },
  };
}

function viaIn({ name }: AskedPart, via: string | null): string | null {
  return via === null ? null : `${name}/${via}`;
}

/** The folder above all repositories, or one that only their names make; null for a folder of a repository. */
export function listAbove(
  all: readonly string[],
  path: string,
  { offset, limit }: Pick<DirectoryRequest, 'offset' | 'limit'>,
): DirectoryListing | null {
  const folder = path === '.' ? '' : path;
  const prefix = folder === '' ? '' : `${folder}/`;
  const below = all.filter((name) => name.startsWith(prefix));
  if (below.length === 0 || all.includes(folder)) return null;
  const names = new Set(below.map((name) => name.slice(prefix.length).split('/')[0]!));
  const entries = [...names].sort().map((name): DirectoryEntry => {
    return { name, kind: 'folder', size: null, lines: null, language: null, leftOut: null, detail: null };
  });
  const counts = { folders: entries.length, files: 0, others: 0, ignored: 0 };
  return { path: folder, via: null, ...counts, entries: entries.slice(offset, offset + limit) };
}
