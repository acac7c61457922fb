/**
 * Makes one import of each module path that a `use` tree imports from, in source order.
 * `use a::b::C` imports `C` from `a::b`; `use a` imports `a` as a whole.
 */
import type { ImportDraft, SyntaxNode } from '../language.ts';
import type { ImportedName, ImportType } from '../../model/import.ts';

interface Leaf {
  /** Segments of the path that contains the name. */
  path: string[];
  name: string;
  alias: string | null;
}

const maxDepth = 50;

function segments(node: SyntaxNode | null): string[] {
  return node === null
    ? []
    : node.text
        .replace(/\s+/g, '')
        .split('::')
        .filter((part) => part !== '');
}

/** Appends every name that a `use` tree imports to `into`. */
function collectLeaves(node: SyntaxNode, prefix: readonly string[], into: Leaf[], depth: number): void {
  if (depth > maxDepth) return;
  if (node.type === 'use_list') {
    for (const child of node.namedChildren) if (child !== null) collectLeaves(child, prefix, into, depth + 1);
  } else if (node.type === 'scoped_use_list') {
    const list = node.childForFieldName('list');
    if (list !== null) collectLeaves(list, [...prefix, ...segments(node.childForFieldName('path'))], into, depth + 1);
  } else if (node.type === 'use_wildcard') {
    into.push({ path: [...prefix, ...segments(node.firstNamedChild)], name: '*', alias: null });
  } else if (node.type === 'use_as_clause') {
    const path = [...prefix, ...segments(node.childForFieldName('path'))];
    into.push(leaf(path, node.childForFieldName('alias')?.text ?? null));
  } else if (/^(identifier|scoped_identifier|self|crate|super|metavariable)$/.test(node.type)) {
    into.push(leaf([...prefix, ...segments(node)], null));
  }
}

/** In `a::b::{self}`, `self` means `a::b`. */
function leaf(path: string[], alias: string | null): Leaf {
  const parts = path.length > 1 && path[path.length - 1] === 'self' ? path.slice(0, -1) : path;
  return { path: parts.slice(0, -1), name: parts[parts.length - 1] ?? '', alias: alias === '' ? null : alias };
}

const standardCrates = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);

export function classify(module: string): ImportType {
  const first = module.split('::', 1)[0]!;
  if (first === 'crate' || first === 'self' || first === 'super') return 'local';
  return standardCrates.has(first) ? 'builtin' : 'external';
}

/** Memo of `declaredModules`, by the root node of a file. */
const modulesByRoot = new WeakMap<SyntaxNode, ReadonlySet<string>>();

/** The modules that the file declares at its top level. If `decl` is one of them, `use decl::X` is a local import. */
function declaredModules(root: SyntaxNode): ReadonlySet<string> {
  let names = modulesByRoot.get(root);
  if (names === undefined) {
    names = new Set(
      root.namedChildren.flatMap((child) =>
        child?.type === 'mod_item' ? [child.childForFieldName('name')?.text ?? ''] : [],
      ),
    );
    modulesByRoot.set(root, names);
  }
  return names;
}

export function imports(node: SyntaxNode, root: SyntaxNode): ImportDraft[] {
  const isReexport = node.firstNamedChild?.type === 'visibility_modifier';
  if (node.type === 'mod_item') {
    const module = node.childForFieldName('name')?.text ?? '';
    return module === '' ? [] : [{ module, type: 'local' }];
  }
  if (node.type === 'extern_crate_declaration') {
    const module = node.childForFieldName('name')?.text ?? '';
    return module === '' ? [] : [{ module, alias: node.childForFieldName('alias')?.text ?? null, isReexport }];
  }
  const argument = node.childForFieldName('argument');
  if (argument === null) return [];
  const found: Leaf[] = [];
  collectLeaves(argument, [], found, 0);
  const byModule = new Map<string, ImportedName[]>();
  const drafts: ImportDraft[] = [];
  for (const { path, name, alias } of found) {
    if (name === '') continue;
    const local = declaredModules(root).has(path[0] ?? name) ? { type: 'local' as const } : {};
    if (path.length === 0) {
      drafts.push(
        name === '*'
          ? { module: '*', names: [{ name, alias }], isReexport }
          : { module: name, alias, isReexport, ...local },
      );
      continue;
    }
    const module = path.join('::');
    const names = byModule.get(module);
    if (names !== undefined) {
      names.push({ name, alias });
    } else {
      const first = [{ name, alias }];
      byModule.set(module, first);
      drafts.push({ module, names: first, isReexport, ...local });
    }
  }
  return drafts;
}
