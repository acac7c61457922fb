/** TypeScript: whether an argument may have a type of the language's library, or of another package. */
import { primitives } from '../../../model/file-summary.ts';
import type { Value } from '../../questions/values.ts';
import type { Fit } from './fit.ts';
import type { WantedType } from './wanted-type.ts';

/** Types that have the values of their first argument, or some of them. */
const transparent: ReadonlySet<string> = new Set([
  'Readonly',
  'Exclude',
  'Extract',
  'NoInfer',
  'Required',
  'NonNullable',
]);
const lists: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray']);
/** Types of objects that are neither functions nor arrays. */
const objects: ReadonlySet<string> = new Set(
  'Date RegExp Map Set WeakMap WeakSet ReadonlyMap ReadonlySet Promise PromiseLike URL Error'.split(' '),
);

/**
 * @param same asks whether the argument may have another type
 * @param each asks the same of all alternatives of the argument
 */
export function fitsLibraryType(
  { name, args }: { name: string; args: readonly WantedType[] },
  same: (type: WantedType) => Fit,
  each: (fit: (part: Value) => Fit) => Fit,
): Fit {
  const [first] = args;
  if (transparent.has(name) && first !== undefined) return same(first);
  if (lists.has(name)) return each((part) => part.kind === 'list');
  if (name === 'Function') return each(isFunction);
  if (objects.has(name)) return each((part) => (isPlain(part) || isFunction(part) === true ? false : null));
  return each((part) => (part.kind === 'primitive' && part.code === primitives.nothing ? false : null));
}

function isFunction(part: Value): Fit {
  if (part.kind === 'function' || part.kind === 'callback') return true;
  return part.kind === 'static' || part.kind === 'instance' ? null : false;
}

/** Whether a value is a primitive or an array. */
function isPlain(part: Value): boolean {
  return part.kind === 'list' || (part.kind === 'primitive' && part.code !== primitives.other);
}
