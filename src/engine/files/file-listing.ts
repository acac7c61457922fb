/** Lists of indexed files and of skipped files. */
import { fileTraits, hasTrait, type FileTrait, type LeftOutReason } from '../../model/file.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import type { FileListing, FileListingFilter, LeftOutListing } from '../types.ts';

/** Default number of files on a page. */
export const defaultPage = 100;

export async function listIndexed(store: Store, filter: FileListingFilter): Promise<FileListing> {
  const { offset = 0, limit = defaultPage } = filter;
  const { total, files } = await store.listFiles({ ...filter, offset, limit });
  const issues = await store.issues(files.filter((file) => file.issueCount > 0).map((file) => file.id));
  const names = Object.keys(fileTraits) as FileTrait[];
  return {
    total,
    files: files.map((file: FileRecord) => ({
      path: file.path,
      language: file.language,
      lines: file.lines,
      size: file.size,
      definitions: file.definitionCount,
      traits: names.filter((name) => hasTrait(file.traits, name)),
      issues: (issues.get(file.id) ?? []).map((issue) =>
        issue.line === null ? issue.message : `${issue.message} (line ${issue.line})`,
      ),
    })),
  };
}

export async function listLeftOut(
  store: Pick<Store, 'leftOut' | 'statistics'>,
  filter: { reason?: LeftOutReason; offset?: number; limit?: number },
): Promise<LeftOutListing> {
  const { offset = 0, limit = defaultPage } = filter;
  const { total, leftOut } = await store.leftOut({ ...filter, offset, limit });
  return { total, counts: (await store.statistics()).leftOut, leftOut };
}
