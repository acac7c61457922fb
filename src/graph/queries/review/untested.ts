/**
 * Which definitions no test reaches.
 * Invariant: a definition counts as untested only if the walk over its users came to an end, and no unresolved place in a test has its name.
 */
import { symbolKey } from '../../../model/link.ts';
import type { LinkIndex } from '../index/link-index.ts';
import type { SymbolRef } from '../ref-map.ts';
import { usersStep } from '../steps.ts';
import { declarationReason } from '../unused/declarations.ts';
import { walk } from '../walk.ts';

export interface AskedDefinition {
  path: string;
  qualified: string;
}

/** Steps from a definition to a test. */
const maxDepth = 20;

/**
 * For each definition: `yes` where a test reaches it, `no` where none does, `unknown` where it is not in the index, its language is linked by name only, the
 * language may call it by itself, or the walk ended at a limit.
 */
export async function reachedByTests(
  index: LinkIndex,
  definitions: readonly AskedDefinition[],
): Promise<('yes' | 'no' | 'unknown')[]> {
  const files = definitions.map(({ path }) => index.idOf(path));
  const symbols = await index.symbolsOf([...new Set(files.filter((file) => file !== undefined))]);
  const found: ('yes' | 'no' | 'unknown')[] = [];
  for (const [at, { qualified }] of definitions.entries()) {
    const file = files[at];
    const key = symbolKey(qualified);
    const own = file === undefined ? undefined : symbols.get(file);
    const definition = own?.main(key);
    const isKnown =
      file !== undefined &&
      own !== undefined &&
      definition !== undefined &&
      index.linkedLanguages.has(index.file(file)!.language) &&
      declarationReason(definition, own) === null;
    found.push(isKnown ? await isReached(index, { file, key }) : 'unknown');
  }
  return found;
}

async function isReached(index: LinkIndex, start: SymbolRef): Promise<'yes' | 'no' | 'unknown'> {
  let hasTest = false;
  const { truncation } = await walk(index, {
    start: [start],
    direction: 'in',
    step: () => usersStep,
    maxDepth,
    isEnough: async (reached) => {
      const nodes = await index.nodes(reached);
      return (hasTest = reached.some((ref) => nodes.get(ref)?.isTest === true));
    },
  });
  if (hasTest) return 'yes';
  return truncation.reason === null ? 'no' : 'unknown';
}
