/**
 * Names of symbols in SCIP's grammar (at `message Symbol` of scip.proto).
 * Invariant: our name of a symbol depends only on the path of its file, its qualified name, its kind, and the kinds of the definitions that contain it.
 */
import type { Definition, DefinitionKind } from '../../model/definition.ts';

const scheme = 'code-scout . . . ';

const suffixes: Readonly<Record<DefinitionKind, string>> = {
  class: '#',
  interface: '#',
  typeAlias: '#',
  enum: '#',
  enumMember: '.',
  function: '().',
  method: '().',
  property: '.',
  variable: '.',
  component: '().',
  module: '/',
  macro: '!',
};

function escaped(name: string): string {
  // The grammar has no empty name.
  if (name === '') return '`<empty>`';
  return /^[\w+$-]+$/.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}

/**
 * Our SCIP name of a definition.
 * @param path the path of the file that has the definition
 * @param kindOf returns the kind of a definition of the file by its qualified name; undefined when the file has none (a declared receiver)
 */
export function symbolName(
  path: string,
  { name, container, kind }: Pick<Definition, 'name' | 'container' | 'kind'>,
  kindOf: (qualified: string) => DefinitionKind | undefined,
): string {
  let symbol = scheme;
  for (const part of path.split('/')) symbol += `${escaped(part)}/`;
  let qualified = '';
  for (const part of container === null ? [] : container.split('.')) {
    qualified = qualified === '' ? part : `${qualified}.${part}`;
    symbol += escaped(part) + suffixes[kindOf(qualified) ?? 'class'];
  }
  return symbol + escaped(name) + suffixes[kind];
}

/** Whether a symbol belongs to one document only. */
export function isLocal(symbol: string): boolean {
  return symbol.startsWith('local ');
}

/** How many characters of a symbol are searched: from its end for the last name, from its start for the package. */
const maxSearched = 1000;

/** The name and the kind (type or not) of a symbol's last descriptor; null for a symbol without a readable one. */
export function lastDescriptor(symbol: string): { name: string; isType: boolean } | null {
  const end = symbol.slice(-maxSearched);
  const match = /(?:`((?:[^`]|``)+)`|([\w+$-]+))(#|\/|\([\w+$-]*\)\.|\.|!|:|\]|\))$/.exec(end);
  if (match === null) return null;
  return { name: match[1]?.replaceAll('``', '`') ?? match[2] ?? '', isType: match[3] === '#' || match[3] === ']' };
}

/** The name of the package that a symbol belongs to; empty for none. */
export function packageOf(symbol: string): string {
  // The scheme, the manager, the name and the version are separated by spaces; a space inside of one is doubled.
  const parts = symbol.slice(0, maxSearched).replaceAll('  ', '\0').split(' ');
  const name = (parts[2] ?? '').replaceAll('\0', ' ');
  return name === '.' ? '' : name;
}
