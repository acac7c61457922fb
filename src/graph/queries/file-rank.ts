/** What a file is, as a rank: of files that fit alike, one with a lower rank is likelier to be meant. */
import { hasTrait } from '../../model/file.ts';

export const testRank = 3;

/** Folders of what builds make: in them lies what other files of the project say first. */
const built = /(?:^|\/)(?:dist|_build|umd)\//;

export function fileRank(path: string, traits: number): number {
  if (hasTrait(traits, 'minified') || hasTrait(traits, 'generated') || built.test(path)) return 4;
  if (hasTrait(traits, 'test')) return testRank;
  if (hasTrait(traits, 'vendored')) return 2;
  return hasTrait(traits, 'example') || hasTrait(traits, 'documentation') ? 1 : 0;
}
