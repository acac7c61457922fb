/**
 * Overloads as questions name them: `Element.text` means all of its overloads together, `Element.text(String)` one of them.
 * Invariant: overloads of different files or containers stay apart.
 */
import { isSetter, withoutOverload } from '../../model/link.ts';
import { withoutTypeArguments } from '../../util/words/type-arguments.ts';
import type { FoundSymbol } from './found-symbol.ts';

/**
 * The types in `run(java.lang.String name, int... rest)`, as qualified names have them: `String,int…`; of `at(const std::string& key) const`:
 * `const string&,const`. Null for a name without parentheses.
 */
export function writtenTypes(written: string): string | null {
  const isConst = /\)\s*const$/.test(written);
  const plain = isConst ? written.slice(0, written.lastIndexOf(')') + 1) : written;
  const opened = plain.endsWith(')') ? plain.indexOf('(', 1) : -1;
  if (opened === -1) return null;
  let types = plain.slice(opened + 1, -1);
  if (isConst) types = types.trim() === '' ? 'const' : `${types},const`;
  return withoutTypeArguments(types)
    .split(',')
    .map((one) => one.trim().replace('...', '…'))
    .map((one) => pointed(one) ?? /(?<![\w$\p{L}])[\w$\p{L}]+(\[\])*…?(?=\s|$)/u.exec(one)?.[0] ?? one)
    .join(',');
}

/** The type of a parameter with stars, references or `const`: `const string&` of `const std::string &name`. Null for other parameters. */
function pointed(written: string): string | null {
  if (written === 'const' || !/[*&]/.test(written)) return written === 'const' ? written : null;
  const [type, ...rest] = written.split(/(?=[*&])/);
  const name = /(?<!\w)(\w+)\s*$/.exec(type!.replaceAll(/\bconst\b/g, ' '))?.[1] ?? '';
  const signs = rest.join('').replaceAll(/[^*&]/g, '');
  return `${/\bconst\b/.test(type!) ? 'const ' : ''}${name}${signs}`;
}

/** Only the symbols with these parameter types. All where no symbol has these types; without types, all but the setters whose getters are among them. */
export function withTypes(found: readonly FoundSymbol[], types: string | null): readonly FoundSymbol[] {
  if (types === null) return withoutSetters(found);
  const exact = found.filter(({ node }) => node.qualified.endsWith(`(${types})`));
  return exact.length > 0 ? exact : found;
}

/** The symbols without the setters that are declared beside another of them. A property's name means its getter. */
function withoutSetters(found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  const ids = new Set(found.map(({ node }) => node.id));
  return found.filter(({ node: { id } }) => !isSetter(id) || !ids.has(withoutOverload(id)));
}

/** The symbols, with one in place of all overloads of a function. */
export function overloadsTogether(found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  const sets = Map.groupBy(found, ({ ref, node }) => `${ref.file}#${withoutOverload(node.qualified)}`);
  return [...sets.values()].flatMap((set) => {
    const overloads = set.filter(({ node }) => node.qualified !== withoutOverload(node.qualified));
    return overloads.length < 2 ? set : [asOneSymbol(overloads), ...set.filter((one) => !overloads.includes(one))];
  });
}

function asOneSymbol(overloads: readonly FoundSymbol[]): FoundSymbol {
  const [first] = overloads.toSorted((a, b) => a.node.line - b.node.line);
  const qualified = withoutOverload(first!.node.qualified);
  const node = {
    ...first!.node,
    id: `${first!.node.path}#${qualified}`,
    qualified,
    exported: overloads.some((one) => one.node.exported),
    signature: null,
    overloads: overloads.map((one) => one.node.qualified),
  };
  return { ref: first!.ref, refs: overloads.flatMap(({ refs }) => refs), node };
}
