/** Go, Rust: callers that are never built with what they would call, since it is declared once for each platform. */
import { qualifiedName } from '../../model/link.ts';
import { areNeverTogether } from '../languages/go/platforms.ts';
import type { LinkIndex } from './link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { Step } from './steps.ts';

/** Without steps to another declaration of what is called, in a file that is for other builds than that of the caller. */
export async function ofOneBuild(index: LinkIndex, steps: readonly Step[]): Promise<readonly Step[]> {
  const doubtful = steps.filter((step) => isDoubtful(index, step));
  if (doubtful.length === 0) return steps;
  const known = await index.declarations(distinctRefs(doubtful.flatMap(({ to, via }) => [to, via!])));
  const nameOf = (ref: SymbolRef): string | null => {
    const declared = known.get(ref);
    return declared === undefined ? null : qualifiedName(declared);
  };
  // What implements a method of an interface has another name.
  const dropped = new Set(doubtful.filter(({ to, via }) => nameOf(to) !== null && nameOf(to) === nameOf(via!)));
  return steps.filter((step) => !dropped.has(step));
}

function isDoubtful(index: LinkIndex, { from, to, via }: Step): boolean {
  if (via === null || from.file === to.file || via.file === to.file) return false;
  const [caller, called] = [index.file(from.file), index.file(to.file)];
  if (caller?.language !== called?.language) return false;
  if (caller?.language === 'rust') return isOfOther(caller.path, called!.path, index.file(via.file)?.path ?? '');
  if (caller?.language !== 'go') return false;
  return from.file === via.file || areNeverTogether(caller.path, called!.path);
}

/** Rust: whether a caller is of the module that is named, where what is called is of another one: where their paths part. */
function isOfOther(caller: string, called: string, named: string): boolean {
  const [own, others] = [namesOf(named), namesOf(called)];
  const at = own.findIndex((name, place) => name !== others[place]);
  return (
    at !== -1 &&
    namesOf(caller)
      .slice(0, at + 1)
      .join('/') === own.slice(0, at + 1).join('/')
  );
}

function namesOf(path: string): string[] {
  return path.replace(/(?:\/mod)?\.rs$/, '').split('/');
}
