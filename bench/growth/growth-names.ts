/**
 * The names that a package declares at top level, and the places in its files where they stand: what is to be renamed for a copy whose
 * names are its own.
 * Invariant: a name is renamed everywhere in the package or nowhere, members of the same name included, so that what led to a declaration
 * still does. Texts, comments and paths stay as they are.
 */
import { parseSync, type Node } from 'oxc-parser';
import { children } from '../lib/syntax-nodes.ts';

const parsed = /\.[cm]?[jt]sx?$/;

function nameOf(node: Node | null | undefined): string[] {
  return node?.type === 'Identifier' && node.name !== 'default' ? [node.name] : [];
}

/** The names of a pattern: of `{ a, b: [c] }` these are a and c. */
function bound(pattern: Node): string[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => bound(one.type === 'RestElement' ? one.argument : one.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : bound(one)));
    case 'AssignmentPattern':
      return bound(pattern.left);
    default:
      return nameOf(pattern);
  }
}

function declared(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => bound(id));
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      return nameOf(node.id);
    case 'ExportDefaultDeclaration':
      return declared(node.declaration);
    case 'ExportNamedDeclaration':
      return [
        ...(node.declaration === null ? [] : declared(node.declaration)),
        ...node.specifiers.flatMap(({ exported }) => nameOf(exported)),
      ];
    case 'ExportAllDeclaration':
      return nameOf(node.exported);
    default:
      return [];
  }
}

/** A file's syntax as far as renaming needs it. */
export interface NamedFile {
  /** Declared or exported at the top of the file. */
  declared: Set<string>;
  /** Of those, functions. */
  functions: Set<string>;
  /** Every name, with the UTF-16 offset behind it, in order. */
  names: { name: string; end: number }[];
}

function functionsAt(node: Node): string[] {
  if (node.type === 'ExportNamedDeclaration') return node.declaration === null ? [] : functionsAt(node.declaration);
  return node.type === 'FunctionDeclaration' ? nameOf(node.id) : [];
}

/** Null for a file of another language, or one that does not parse. */
export function readNames(path: string, text: string): NamedFile | null {
  if (!parsed.test(path)) return null;
  const { program, errors } = parseSync(path, text);
  if (errors.some(({ severity }) => (severity as string) === 'Error')) return null;
  const ends = new Map<number, string>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // The end of a parameter is that of its type.
    if (node.type === 'Identifier' && text.startsWith(node.name, node.start))
      ends.set(node.start + node.name.length, node.name);
    for (const child of children(node)) pending.push(child);
  }
  return {
    declared: new Set(program.body.flatMap(declared)),
    functions: new Set(program.body.flatMap(functionsAt)),
    names: [...ends].map(([end, name]) => ({ name, end })).sort((a, b) => a.end - b.end),
  };
}

/** The text with `suffix` behind each of those names. */
export function withSuffix(text: string, ends: readonly number[], suffix: string): string {
  let made = '';
  let from = 0;
  for (const end of ends) {
    made += text.slice(from, end) + suffix;
    from = end;
  }
  return made + text.slice(from);
}

const first = 'bdfgjklmnprtvz';
const vowels = 'aiou';

/** A word that no language has and that no stemmer shortens: `Bavok`, another for each copy. */
export function copyWord(copy: number): string {
  let rest = copy;
  let word = '';
  for (let syllable = 0; syllable < 2 || rest > 0; syllable++) {
    word += first[rest % first.length]!;
    rest = Math.floor(rest / first.length);
    word += vowels[rest % vowels.length]!;
    rest = Math.floor(rest / vowels.length);
  }
  return `${word[0]!.toUpperCase()}${word.slice(1)}k`;
}
