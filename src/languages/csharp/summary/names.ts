/** Names of namespaces, generic names, qualified names, and `using` directives. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  openedForAll,
  ops,
  siteKinds,
} from '../../../model/file-summary.ts';
import { field, nameOf, partOf, partsOf, placeOf, type Collector } from '../../nominal-summary.ts';

/** `A.B` as written, without blanks. */
export function namespaceName(c: Collector, node: SyntaxNode): string {
  const name = field(node, 'name');
  return name === undefined ? '' : c.source.slice(name.startIndex, name.endIndex).replace(/\s+/g, '').slice(0, 300);
}

/** The path of the current namespace below the file's unit. */
const innerPaths = new WeakMap<Collector, string>();

/** Runs `work` in a namespace below the file's unit. */
export function withinNamespace(c: Collector, name: string, work: () => void): void {
  const outer = innerPaths.get(c) ?? '';
  const unit = c.writer.unit.slice('csharp:'.length);
  const fullPath = outer === '' ? name : `${outer}.${name}`;
  const path = outer === '' && unit !== '' && name.startsWith(`${unit}.`) ? name.slice(unit.length + 1) : fullPath;
  innerPaths.set(c, path);
  importParents(c, unit === '' ? path : `${unit}.${path}`, unit);
  work();
  innerPaths.set(c, outer);
}

/** Imports the members of a namespace and of its parents below the namespace `stop`. */
function importParents({ writer }: Collector, path: string, stop: string): void {
  for (let at = path; at !== stop && at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
    writer.export('*', exportForms.opens, writer.module(at), 0);
}

/** Exports a declaration in a namespace below the file's unit, under its path below the unit (`Inner.Type`). */
export function exportInner(c: Collector, name: string, entity: number): void {
  const path = innerPaths.get(c) ?? '';
  if (path !== '' && c.frame.kind === 'block') c.writer.export(`${path}.${name}`, exportForms.own, entity, 0);
}

/** The name with the number of its type parameters or arguments (`` List`1 ``), where there are any. */
export function withArity(name: string, count: number): string {
  return count === 0 ? name : `${name}\`${count}`;
}

export interface Segment {
  name: string;
  node: SyntaxNode;
  /** Node of the type arguments. */
  args: SyntaxNode | undefined;
}

/** Longer paths are ignored. */
const maxPath = 40;

/** The names of `A.B<T>.C` or `global::A`, from left to right; empty for other nodes. */
export function segmentsOf(c: Collector, node: SyntaxNode, depth = 0): Segment[] {
  if (depth > maxPath) return [];
  switch (node.type) {
    case 'identifier':
      return [{ name: nameOf(c, node), node, args: undefined }];
    case 'generic_name': {
      const [name, args] = partsOf(node);
      if (name === undefined) return [];
      const count = args === undefined ? 0 : argumentCount(c, args);
      return [{ name: withArity(nameOf(c, name), count), node: name, args }];
    }
    case 'alias_qualified_name': {
      const name = field(node, 'name');
      return name === undefined ? [] : segmentsOf(c, name, depth + 1);
    }
    case 'qualified_name':
    case 'member_access_expression': {
      const parts = partsOf(node);
      const [left, right] = [parts[0], parts.at(-1)];
      if (left === undefined || right === undefined || left === right) return [];
      const outer = segmentsOf(c, left, depth + 1);
      const inner = segmentsOf(c, right, depth + 1);
      return outer.length === 0 || inner.length === 0 ? [] : [...outer, ...inner];
    }
    default:
      return [];
  }
}

/** The number of type arguments; `<,>` has two, though both are empty. */
function argumentCount(c: Collector, args: SyntaxNode): number {
  const { length } = partsOf(args);
  return length > 0 ? length : c.source.slice(args.startIndex, args.endIndex).split(',').length;
}

/**
 * Declares what a `global using` imports into every file of the project.
 * @param module -1 for an alias, which makes no members visible by name alone
 * @param path the string of the type in the module whose members are imported; 0 for the module's own members
 */
function declareGlobalUsing({ writer }: Collector, node: SyntaxNode, module: number, path: number): void {
  const flags = entityFlags.global;
  const entity = writer.entity({ name: openedForAll, kind: entityKinds.import, ...placeOf(node), scope: 0, flags });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, path);
}

/** `using A.B`, `using static A.B.C`, `using D = A.B.C`, each with an optional `global` before it. */
export function visitUsing(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const alias = field(node, 'name');
  const target = partsOf(node).find((part) => part !== alias && part.id !== alias?.id);
  const path = target === undefined ? [] : segmentsOf(c, target);
  const last = path.at(-1);
  if (last === undefined) return 0;
  const names = path.map(({ name }) => name);
  const isStatic = node.children.some((child) => child?.type === 'static');
  const isGlobal = node.children.some((child) => child?.type === 'global');
  if (alias === undefined && !isStatic) {
    const namespace = names.join('.');
    // Inside a namespace, the name may be relative to that namespace or one of its parents.
    for (const parent of enclosingNamespaces(c, node))
      writer.export('*', exportForms.opens, writer.module(`${parent}.${namespace}`), 0);
    writer.export('*', exportForms.opens, writer.module(namespace), 0);
    if (isGlobal) declareGlobalUsing(c, node, writer.module(namespace), 0);
    return 0;
  }
  if (alias === undefined)
    for (const parent of enclosingNamespaces(c, node)) {
      const module = writer.module([parent, ...names.slice(0, -1)].join('.'));
      writer.export('*', exportForms.opens, module, writer.string(last.name));
    }
  if (names.length < 2) return 0;
  const module = writer.module(names.slice(0, -1).join('.'));
  const member = writer.member(writer.node(ops.module, module), last.name);
  writer.site(siteKinds.import, member, placeOf(last.node), 0);
  if (alias === undefined) {
    writer.export('*', exportForms.opens, module, writer.string(last.name));
    if (isGlobal) declareGlobalUsing(c, node, module, writer.string(last.name));
    return 0;
  }
  if (isGlobal) declareGlobalUsing(c, node, -1, 0);
  const flags = isGlobal ? entityFlags.exported : 0;
  const entity = writer.entity({
    name: nameOf(c, alias),
    kind: entityKinds.import,
    ...placeOf(alias),
    scope: 0,
    flags,
  });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, writer.string(last.name));
  return 0;
}

/** The full paths of the namespaces that contain a directive, innermost first. */
function enclosingNamespaces(c: Collector, node: SyntaxNode): string[] {
  let path = '';
  for (let at = node.parent, depth = 0; at !== null && depth < maxPath; at = at.parent, depth++) {
    const namespace = /namespace_declaration$/.test(at.type) ? at : fileNamespaceBefore(at, node);
    if (namespace === undefined) continue;
    const name = namespaceName(c, namespace);
    path = path === '' ? name : `${name}.${path}`;
  }
  const paths: string[] = [];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) paths.push(at);
  return paths;
}

/** The `namespace A;` before a node, if any. In the tree, the declarations of that namespace are its later siblings. */
function fileNamespaceBefore(parent: SyntaxNode, { startIndex }: SyntaxNode): SyntaxNode | undefined {
  return partsOf(parent).find(
    (part) => part.type === 'file_scoped_namespace_declaration' && part.startIndex < startIndex,
  );
}

/** The type arguments in `<…>`. */
export function typeArgumentNodes(node: SyntaxNode): readonly SyntaxNode[] {
  const list = node.type === 'type_argument_list' ? node : partOf(partsOf(node), 'type_argument_list');
  return list === undefined ? [] : partsOf(list);
}
