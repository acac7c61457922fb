/** Paths below a file or folder. */
import { withoutEndSlashes } from '../../../util/paths/system-paths.ts';

/** Whether a path is that file, or is in that folder. @param prefix relative to the root; absent, `.` or empty: the whole project */
export function isBelow(path: string, prefix: string | undefined): boolean {
  const folder = withoutEndSlashes((prefix ?? '').replace(/^(?:\.\/)+/, ''));
  return folder === '' || folder === '.' || path === folder || path.startsWith(`${folder}/`);
}
