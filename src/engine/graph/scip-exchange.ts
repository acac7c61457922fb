/** Exports the links of a project as a SCIP index, and imports SCIP indexes, whose links replace those of the linker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productName, productVersion } from '../../config/product.ts';
import type { ScipExportReport } from '../../graph/scip/export-index.ts';
import type { ScipImportReport } from '../../graph/scip/import-index.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { readSource } from '../../source/read/read-source.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import { pathToFileURL } from 'node:url';
import { linkIndex } from '../indexing/linking.ts';

/** Export and import of indexes in the SCIP format. */
export interface ScipExchange {
  /** The exported index in pieces, in order. `report` is filled while the pieces are read. */
  export(signal?: AbortSignal): { pieces: AsyncIterable<Uint8Array>; report: ScipExportReport };
  /**
   * Imports an index. The imported links replace Code Scout's own links at the same reference sites, until the file changes. Rejects with a
   * `ParsingError` if the bytes are not a SCIP index.
   * @param prefix the project folder that the paths in the imported index are relative to
   * @param whole whether to remove Code Scout's own links at all other reference sites of the imported files as well
   */
  import(
    bytes: Uint8Array,
    options: { prefix: string; whole: boolean; signal?: AbortSignal },
  ): Promise<ScipImportReport>;
  /** Removes all imported links and makes Code Scout's own links again. Returns the number of files that had imported links. */
  forget(): Promise<number>;
}

export function openScipExchange(data: ParseWorkerData, open: () => Promise<Store>): ScipExchange {
  const { root } = data;
  const readContent = (file: FileRecord): { text: string; hash: string } | null => {
    const { text, hash } = readSource(root, file, data);
    return text === null ? null : { text, hash };
  };
  /** Returns a function that throws once the signal has fired. */
  const cancellationCheck = (signal: AbortSignal | undefined) => (): void => {
    if (signal?.aborted === true) throw new AppError('CancelledError', 'The call was cancelled');
  };

  async function* exportPieces(report: ScipExportReport, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    try {
      const { exportScip } = await import('../../graph/scip/export-index.ts');
      yield* exportScip(
        {
          store: await open(),
          metadata: {
            toolName: productName,
            toolVersion: productVersion(),
            projectRoot: pathToFileURL(root).href,
          },
          read: (file) => {
            const found = readContent(file);
            return found?.hash === file.hash ? found.text : null;
          },
          check: cancellationCheck(signal),
        },
        report,
      );
    } catch (error) {
      throw toAppError(error);
    }
  }

  return {
    export(signal) {
      const report: ScipExportReport = { documents: 0, occurrences: 0, symbols: 0, changed: [] };
      return { pieces: exportPieces(report, signal), report };
    },
    async import(bytes, { prefix, whole, signal }) {
      try {
        const store = await open();
        const packages = await packageNames(root, (await store.state()).documents.paths);
        const check = cancellationCheck(signal);
        const { importScip } = await import('../../graph/scip/import-index.ts');
        const report = await importScip({ store, bytes, prefix, whole, read: readContent, packages, check });
        await linkIndex(root, store, { check });
        return report;
      } catch (error) {
        throw toAppError(error);
      }
    },
    async forget() {
      try {
        const store = await open();
        const { scipSource } = await import('../../graph/scip/import-index.ts');
        const imported = (await store.preciseFiles()).filter(({ source }) => source.startsWith(scipSource));
        await store.writePreciseLinks({ files: [], removed: imported });
        await linkIndex(root, store);
        return new Set(imported.map(({ path }) => path)).size;
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}

/** Names of the packages that the project's files belong to. */
async function packageNames(root: string, paths: readonly string[]): Promise<Set<string>> {
  const { ProjectLayout } = await import('../../graph/queries/project-layout.ts');
  const layout = new ProjectLayout(paths, (path) => {
    try {
      return readFileSync(join(root, path), 'utf8');
    } catch {
      return null;
    }
  });
  const names = new Set(paths.map((path) => layout.placeOf(path).package));
  names.delete(null);
  return names as Set<string>;
}
