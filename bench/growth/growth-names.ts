/**
 * Finds the names that a package declares at top level and their places in its files, so that each copy can get names
 * of its own.
 * Invariant: a name is renamed everywhere in the package or nowhere, including members of the same name, so that
 * references still lead to their declarations. Strings, comments and paths stay unchanged.
 */
import { parseSync, type Node } from 'oxc-parser';
import { children } from '../lib/syntax-nodes.ts';

const parsed = /\.[cm]?[jt]sx?$/;

function nameOf(node: Node | null | undefined): string[] {
  return node?.type === 'Identifier' && node.name !== 'default' ? [node.name] : [];
}

/** The names in a pattern: `{ a, b: [c] }` has a and c. */
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

/** The syntax of a file that renaming needs. */
export interface NamedFile {
  /** Names that are declared or exported at the top level of the file. */
  declared: Set<string>;
  /** Those of them that are functions. */
  functions: Set<string>;
  /** Every name with the UTF-16 offset of its end, in order. */
  names: { name: string; end: number }[];
}

function functionsAt(node: Node): string[] {
  if (node.type === 'ExportNamedDeclaration') return node.declaration === null ? [] : functionsAt(node.declaration);
  return node.type === 'FunctionDeclaration' ? nameOf(node.id) : [];
}

/** Null for a file in another language or with a syntax error. */
export function readNames(path: string, text: string): NamedFile | null {
  if (!parsed.test(path)) return null;
  const { program, errors } = parseSync(path, text);
  if (errors.some(({ severity }) => (severity as string) === 'Error')) return null;
  const ends = new Map<number, string>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // The parser's end of a parameter is that of its type.
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

/** The text with `suffix` after each of those names. */
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

/** A word that no language has and no stemmer shortens, such as `Bavok`; another for each copy. */
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
