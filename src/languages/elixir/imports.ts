/** Elixir's `alias`, `import`, `require` and `use`; `alias A.{B, C}` is an import of each. */
import type { ImportDraft, SyntaxNode } from '../language.ts';

/** First part of the first module that a file defines, by the file's root. */
const firstModules = new WeakMap<SyntaxNode, string>();

export function imports(node: SyntaxNode, root: SyntaxNode): ImportDraft[] {
  const list = node.namedChildren.find((child) => child?.type === 'arguments');
  const first = list?.firstNamedChild;
  if (first === null || first === undefined) return [];
  const word = node.childForFieldName('target')?.text ?? '';
  const options = list?.namedChildren.find((child) => child?.type === 'keywords') ?? null;
  return namedModules(first).map((named) => importDraft(word, named, options, root));
}

interface NamedModule {
  module: string;
  node: SyntaxNode;
}

function namedModules(first: SyntaxNode): NamedModule[] {
  if (first.type === 'alias') return [{ module: first.text, node: first }];
  if (first.type !== 'dot') return [];
  const left = first.childForFieldName('left')?.text ?? '';
  const right = first.childForFieldName('right');
  if (right?.type === 'alias') return [{ module: `${left}.${right.text}`, node: first }];
  return (right?.namedChildren ?? []).flatMap((child) =>
    child?.type === 'alias' ? [{ module: `${left}.${child.text}`, node: child }] : [],
  );
}

function importDraft(
  word: string,
  { module, node }: NamedModule,
  options: SyntaxNode | null,
  root: SyntaxNode,
): ImportDraft {
  const as = option(options, 'as')?.text ?? null;
  const name = module.slice(module.lastIndexOf('.') + 1);
  const names = {
    alias: [{ name, alias: as }],
    import: importedNames(option(options, 'only')),
  }[word];
  const isLocal =
    module.startsWith('__MODULE__') || applicationOf(module.split('.')[0] ?? '') === applicationOf(firstModule(root));
  // A module in `A.{B, C}` has a place apart from that of the statement.
  const isDirect = node.parent?.type === 'arguments';
  const place = isDirect ? {} : { line: node.startPosition.row + 1, column: node.startPosition.column + 1 };
  return {
    module,
    names: names ?? [],
    alias: word === 'alias' ? null : as,
    ...place,
    ...(isLocal ? { type: 'local' as const } : {}),
  };
}

function option(options: SyntaxNode | null, key: string): SyntaxNode | null {
  const pair = options?.namedChildren.find(
    (child) => child?.childForFieldName('key')?.text.startsWith(`${key}:`) === true,
  );
  return pair?.childForFieldName('value') ?? null;
}

function importedNames(only: SyntaxNode | null): { name: string; alias: null }[] {
  const names = only?.descendantsOfType('keyword').flatMap((key) => key?.text.replace(/:\s*$/, '') ?? []) ?? [];
  return names.length === 0 ? [{ name: '*', alias: null }] : names.map((name) => ({ name, alias: null }));
}

/** The first part of the name of the file's first module; '' for none. */
function firstModule(root: SyntaxNode): string {
  let name = firstModules.get(root);
  if (name === undefined)
    firstModules.set(root, (name = /\bdef(?:module|impl|protocol)\s+([A-Z]\w*)/.exec(root.text)?.[1] ?? ''));
  return name;
}

/** The application that a module belongs to by its first name: `ShopWeb` belongs to `Shop`. */
function applicationOf(name: string): string {
  return name.replace(/Web$/, '');
}
