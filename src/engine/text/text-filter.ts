/** Which paths a search for text looks at. */
import type { TextQuery } from '../types.ts';
import { askedGlob } from '../asked-glob.ts';

type Wanted = Pick<TextQuery, 'globs' | 'within' | 'endings'>;

/** Whether a search looks at some paths only. */
export function isNarrowed({ globs = [], within = [], endings = [] }: Wanted): boolean {
  return globs.length + within.length + endings.length > 0;
}

/** Whether a search looks at a path. Throws a `ValidationError` for a glob that is none. */
export function pathFilter({ globs = [], within = [], endings = [] }: Wanted): (path: string) => boolean {
  const conditions: ((path: string) => boolean)[] = [];
  if (within.length > 0)
    conditions.push((path) => within.some((one) => one === '' || path === one || path.startsWith(`${one}/`)));
  if (endings.length > 0) conditions.push((path) => endings.some((ending) => path.endsWith(ending)));
  if (globs.length > 0) conditions.push(globFilter(globs));
  return (path) => conditions.every((accepts) => accepts(path));
}

/** Globs as in ripgrep: without a slash a glob matches names, with `!` it excludes, and with `./` at its start it matches nothing. */
function globFilter(globs: readonly string[]): (path: string) => boolean {
  const matcher = (glob: string): ((path: string) => boolean) => {
    if (glob.startsWith('./')) return () => false;
    const plain = glob.replace(/^\//, '');
    const anchored = glob.replace(/\/$/, '').includes('/');
    const patterns = anchored ? [plain, `${plain.replace(/\/$/, '')}/**`] : [`**/${plain}`, `**/${plain}/**`];
    return askedGlob(patterns, { field: 'glob' });
  };
  const only = globs.filter((glob) => !glob.startsWith('!')).map(matcher);
  const never = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcher(glob.slice(1)));
  return (path) => (only.length === 0 || only.some((one) => one(path))) && !never.some((one) => one(path));
}
