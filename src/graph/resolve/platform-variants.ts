/** JavaScript and TypeScript: files that export the same for one platform each. Imports lead to the first, and the others stand in for it. */
import { platformFile, withoutEnding } from '../../model/platform-file.ts';
import { isEcmascript } from '../languages/ecmascript/values.ts';
import { isDeclarationFile } from './declaration-files.ts';
import type { Twins } from './declaration-pairs.ts';

/** More of them are output of a compiler that was committed. */
const maxTwins = 2000;

/** All of a project's files. */
export function platformTwins(files: readonly { path: string; language: string }[]): Twins[] {
  const named = files.flatMap((file, place) => {
    const stem = isEcmascript(file) && !isDeclarationFile(file) ? withoutEnding(file.path) : null;
    return stem === null ? [] : [{ place, ...platformFile(stem) }];
  });
  const bases = new Set(named.flatMap(({ base, rank }) => (rank > 0 ? [base] : [])));
  if (bases.size === 0) return [];
  const variants = Map.groupBy(
    named.filter(({ base }) => bases.has(base)),
    ({ base }) => base,
  );
  const twins = [...variants.values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((a, b) => a.rank - b.rank || a.place - b.place);
    return others.map(({ place }): Twins => ({ declarations: first!.place, code: place }));
  });
  return twins.slice(0, maxTwins);
}
