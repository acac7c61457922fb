/**
 * Removes calls between files that no build contains together: of a declaration with platform variants, a caller calls only the variant for its own
 * platform.
 */
import { qualifiedName } from '../../model/link.ts';
import { questionRulesOf } from '../languages/question-rules.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { Step } from './step.ts';

/** Steps without those to a variant that no build contains together with the caller. */
export async function ofOneBuild(index: LinkIndex, steps: readonly Step[]): Promise<readonly Step[]> {
  const doubtful = steps.filter((step) => isDoubtful(index, step));
  if (doubtful.length === 0) return steps;
  const declarations = await index.declarations(distinctRefs(doubtful.flatMap(({ to, via }) => [to, via!])));
  const nameOf = (ref: SymbolRef): string | null => {
    const declared = declarations.get(ref);
    return declared === undefined ? null : qualifiedName(declared);
  };
  // A variant has the qualified name of the named declaration. Another name is that of an interface's implementation, which stays.
  const dropped = new Set(doubtful.filter(({ to, via }) => nameOf(to) !== null && nameOf(to) === nameOf(via!)));
  return steps.filter((step) => !dropped.has(step));
}

/** Whether a step leads through one declaration to another in a file that, by its path, no build contains together with the caller. */
function isDoubtful(index: LinkIndex, { from, to, via }: Step): boolean {
  if (via === null || from.file === to.file || via.file === to.file) return false;
  const [caller, called] = [index.file(from.file), index.file(to.file)];
  if (caller?.language !== called?.language) return false;
  if (caller === undefined || called === undefined) return false;
  const named = index.file(via.file)?.path ?? '';
  return (
    questionRulesOf(caller.language).areNeverTogether?.({ caller: caller.path, called: called.path, named }) === true
  );
}
