/**
 * Traits of the standard library whose methods code calls by the path of the trait: `fmt::Display::fmt(value, f)` runs the method of the
 * value's type.
 */
import type { SyntaxNode } from '../../language.ts';
import { nameText, type Collector } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** The crates of the standard library. */
export const libraries: ReadonlySet<string> = new Set(['std', 'core', 'alloc']);

/** Traits that are in scope without an import. */
const prelude: ReadonlySet<string> = new Set(
  'Clone PartialEq Eq PartialOrd Ord Into TryInto AsRef AsMut Iterator DoubleEndedIterator ExactSizeIterator IntoIterator Extend ToOwned ToString Drop'.split(
    ' ',
  ),
);

/** Traits that are imported, or named with their module. */
const imported: ReadonlySet<string> = new Set(
  (
    'Display Debug LowerHex UpperHex LowerExp UpperExp Octal Binary Pointer Write Read BufRead Seek Hash Hasher BuildHasher Borrow BorrowMut ' +
    'Deref DerefMut Index IndexMut Error Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr AddAssign SubAssign MulAssign DivAssign ' +
    'RemAssign BitAndAssign BitOrAssign BitXorAssign ShlAssign ShrAssign RangeBounds Future'
  ).split(' '),
);

/** The name of the method in a path that names it by a trait of the library; null for any other path. */
export function methodOfLibraryTrait(c: Collector, node: SyntaxNode): SyntaxNode | null {
  if (codeOf(node) !== codes.scopedIdentifier) return null;
  const [path, method] = partsOf(node);
  if (path === undefined || method === undefined || codeOf(method) !== codes.identifier) return null;
  const isPath = codeOf(path) === codes.scopedIdentifier;
  if (!isPath && codeOf(path) !== codes.identifier) return null;
  const trait = isPath ? partsOf(path).at(-1) : path;
  const name = trait === undefined ? '' : nameText(c, trait);
  if (!prelude.has(name) && !imported.has(name)) return null;
  const first = firstName(c, path);
  const isOfLibrary = c.libraryNames.has(first) || (!isPath && prelude.has(name) && !c.itemNames.has(name));
  return isOfLibrary ? method : null;
}

function firstName(c: Collector, path: SyntaxNode): string {
  let first: SyntaxNode | undefined = path;
  while (first !== undefined && codeOf(first) === codes.scopedIdentifier) first = partsOf(first)[0];
  return first === undefined ? '' : nameText(c, first);
}
