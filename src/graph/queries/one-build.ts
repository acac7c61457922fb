/** Removes callers that no build contains together with what they would call, because it is declared once for each platform. */
import { qualifiedName } from '../../model/link.ts';
import { questionRulesOf } from '../languages/question-rules.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { Step } from './step.ts';

/** Leaves out steps to another declaration of what is called, in a file for other builds than the caller's. */
export async function ofOneBuild(index: LinkIndex, steps: readonly Step[]): Promise<readonly Step[]> {
  const doubtful = steps.filter((step) => isDoubtful(index, step));
  if (doubtful.length === 0) return steps;
  const known = await index.declarations(distinctRefs(doubtful.flatMap(({ to, via }) => [to, via!])));
  const nameOf = (ref: SymbolRef): string | null => {
    const declared = known.get(ref);
    return declared === undefined ? null : qualifiedName(declared);
  };
  // An implementation of an interface's method has another qualified name.
  const dropped = new Set(doubtful.filter(({ to, via }) => nameOf(to) !== null && nameOf(to) === nameOf(via!)));
  return steps.filter((step) => !dropped.has(step));
}

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
