/** Parameters that the tools about chunks share. */
import { z } from 'zod';
import { belowRoot } from '../../util/paths/root-names.ts';
import { withSlashes } from '../../util/paths/system-paths.ts';

/** In characters: the longest path that Linux allows. */
export const maxPathLength = 4096;

export const pathInput = z.string().min(1).max(maxPathLength).describe('As in src/app.ts');

export const startLineInput = z.int().min(1).max(2_147_483_647).optional().meta({ default: 1 }).describe('First line');

/** Converts a prefix to the form of paths in the index, which start at the root. A leading `./` or `/` means the root too. */
export function pathPrefixOf(given: string, root: string): string {
  const prefix = belowRoot(withSlashes(given), root).replace(/^(?:\.?\/+)+/, '');
  return prefix === '.' ? '' : prefix;
}
