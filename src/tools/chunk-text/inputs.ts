/** Parameters that the tools about chunks share. */
import { z } from 'zod';
import { belowRoot, withSlashes } from '../../util/root-names.ts';

/** A longer path names no file. */
export const longestPath = 4096;

export const pathInput = z.string().min(1).max(longestPath).describe('As in src/app.ts');

export const startLineInput = z.int().min(1).max(2_147_483_647).optional().meta({ default: 1 }).describe('First line');

/** A prefix of paths as the index writes them: from the root, without `./` or a leading `/`, which means the root here. */
export function pathPrefixOf(given: string, root: string): string {
  const prefix = belowRoot(withSlashes(given), root).replace(/^(?:\.?\/+)+/, '');
  return prefix === '.' ? '' : prefix;
}
