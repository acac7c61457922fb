/** A folder as a page store: a disk, or a network drive that several machines mount. */
import { open, mkdir, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathInFolder, type Platform } from '../../util/paths/system-paths.ts';
import { replaceFile } from '../../util/paths/replace-file.ts';
import { uniqueName } from '../../util/unique-name.ts';
import { isObjectName, requireObjectName, StoreError, TooLargeError, type GetOptions, type PageStore, type StoredObject } from './page-store.ts'; // prettier-ignore

/** Files that are being written have this in their names, which no object has. */
const unfinishedMark = '.writing-';

const absences: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absences.has(error.code);
}

/** The name of the object whose file this is; null for other files. The folder may be a whole drive (`Z:\`, `\\server\share\`). */
export function objectNameAt(location: string, path: string, platform: Platform = process.platform): string | null {
  const name = pathInFolder(location, path, platform);
  return name !== null && isObjectName(name) ? name : null;
}

export class FolderStore implements PageStore {
  readonly location: string;

  /** @param location absolute path; created by the first `put` */
  constructor(location: string) {
    this.location = resolve(location);
  }

  async get(name: string, { maxBytes, range, signal }: GetOptions): Promise<Uint8Array | null> {
    return this.#try(signal, async () => {
      let file: FileHandle;
      try {
        file = await open(this.#pathOf(name), 'r');
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
      try {
        const { size } = await file.stat();
        const { at, length } = range ?? { at: 0, length: size };
        if (length > maxBytes) throw new TooLargeError(this.location, `has a larger ${name} than expected`);
        if (at + length > size) throw new StoreError(this.location, `has a shorter ${name} than expected`);
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, at);
        if (bytesRead !== length) throw new StoreError(this.location, `has a shorter ${name} than expected`);
        return bytes;
      } finally {
        await file.close();
      }
    });
  }

  async put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#try(signal, async () => {
      const path = this.#pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}${unfinishedMark}${uniqueName()}`;
      try {
        const file = await open(unfinished, 'wx');
        try {
          await file.writeFile(bytes);
          // Without this a power cut could leave a name with nothing behind it.
          await file.sync();
        } finally {
          await file.close();
        }
        await replaceFile(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    });
  }

  async delete(name: string, signal?: AbortSignal): Promise<void> {
    await this.#try(signal, () => rm(this.#pathOf(name), { force: true }));
  }

  readonly list = (prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject> => this.#list(prefix, signal);

  async *#list(prefix: string, signal: AbortSignal | undefined): AsyncGenerator<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const found = await this.#try(signal, async () => {
      const entries = await readdir(join(this.location, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }).catch((error: unknown) => {
      if (error instanceof StoreError && isAbsent(error.cause)) return [];
      throw error;
    });
    for (const path of found) {
      const name = objectNameAt(this.location, path);
      if (name === null || !name.startsWith(prefix)) continue;
      const stats = await this.#try(signal, () => stat(path).catch((error: unknown) => (isAbsent(error) ? null : Promise.reject(error as Error)))); // prettier-ignore
      if (stats !== null) yield { name, bytes: stats.size, writtenMs: stats.mtimeMs };
    }
  }

  #pathOf(name: string): string {
    requireObjectName(name);
    return join(this.location, ...name.split('/'));
  }

  async #try<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError || error instanceof RangeError) throw error;
      throw new StoreError(this.location, `cannot be used: ${error instanceof Error ? error.message : String(error)}`, error); // prettier-ignore
    }
  }
}
