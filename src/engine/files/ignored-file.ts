/** Refuses ignored files, for all tools that read files. */
import { AppError } from '../../model/error.ts';
import { shownPath } from '../../source/read/confined-path.ts';
import { ignoredPaths, type PathToJudge } from '../../source/ignore/confined-rules.ts';
import type { WalkOptions } from '../../source/source.ts';

export interface IgnoredRequest extends PathToJudge {
  data: WalkOptions & { root: string };
  /** Name of the parameter with the path. */
  field: string;
  signal?: AbortSignal | undefined;
}

/** Rejects with a `ValidationError` if a rule ignores the path. */
export async function refuseIgnored({ data, field, signal, ...judged }: IgnoredRequest): Promise<void> {
  const { path } = judged;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const [rule = null] = await ignoredPaths(folder, [judged], { root: data.root, options: data, signal });
  if (rule === null) return;
  throw new AppError('ValidationError', `Ignored and therefore not read: ${shownPath(path)} (by ${shownPath(rule)})`, {
    hint: 'Do without it, or ask the user: only they can open ignored files, by starting the server with --allow-ignored.',
    details: { field, expected: 'a path that is not ignored', received: shownPath(path) },
  });
}
