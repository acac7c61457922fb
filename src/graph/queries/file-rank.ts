/** The rank of a file: of equally good matches, the one in the file with the lowest rank is likeliest to be meant. */
import { hasTrait } from '../../model/file.ts';

export const testRank = 3;

/** Folders of build output, whose contents repeat other files of the project. */
const buildOutput = /(?:^|\/)(?:dist|_build|umd)\//;

export function fileRank(path: string, traits: number): number {
  if (hasTrait(traits, 'minified') || hasTrait(traits, 'generated') || buildOutput.test(path)) return 4;
  if (hasTrait(traits, 'test')) return testRank;
  if (hasTrait(traits, 'vendored')) return 2;
  return hasTrait(traits, 'example') || hasTrait(traits, 'documentation') ? 1 : 0;
}
