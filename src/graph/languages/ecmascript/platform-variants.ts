/** JavaScript and TypeScript: files that export equal names, each for one platform. Imports lead to the first file; the other files override it. */
import { platformFile, withoutEnding } from '../../../model/platform-file.ts';
import { isDeclarationFile } from '../../resolve/declaration-files.ts';
import type { FilePair } from '../dialect.ts';

/** Further pairs are left out: a project with so many contains the output of a compiler. */
const maxFilePairs = 2000;

const languages: ReadonlySet<string> = new Set(['typescript', 'javascript', 'vue']);

function mayHaveVariants({ language }: { language: string }): boolean {
  return languages.has(language);
}

/** All pairs of a project. */
export function platformPairs(files: readonly { path: string; language: string }[]): FilePair[] {
  const candidates = files.flatMap((file, place) => {
    const stem = mayHaveVariants(file) && !isDeclarationFile(file) ? withoutEnding(file.path) : null;
    return stem === null ? [] : [{ place, ...platformFile(stem) }];
  });
  const bases = new Set(candidates.flatMap(({ base, rank }) => (rank > 0 ? [base] : [])));
  if (bases.size === 0) return [];
  const variants = Map.groupBy(
    candidates.filter(({ base }) => bases.has(base)),
    ({ base }) => base,
  );
  const pairs = [...variants.values()].flatMap((ofBase) => {
    const [first, ...others] = ofBase.toSorted((a, b) => a.rank - b.rank || a.place - b.place);
    return others.map(({ place }): FilePair => ({ declarations: first!.place, code: place }));
  });
  return pairs.slice(0, maxFilePairs);
}
