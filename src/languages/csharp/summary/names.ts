/** Names: of namespaces, generic ones, qualified ones; what `using` brings in. */
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

/** `A.B` as it is written, without blanks. */
export function namespaceName(c: Collector, node: SyntaxNode): string {
  const name = field(node, 'name');
  return name === undefined ? '' : c.source.slice(name.startIndex, name.endIndex).replace(/\s+/g, '').slice(0, 300);
}

/** Paths of the namespaces around the place that a collector is at, from its file's unit on. */
const innerPaths = new WeakMap<Collector, string>();

/** Does `work` within a namespace that is deeper than the file's unit. */
export function withinNamespace(c: Collector, name: string, work: () => void): void {
  const outer = innerPaths.get(c) ?? '';
  const unit = c.writer.unit.slice('csharp:'.length);
  const whole = outer === '' ? name : `${outer}.${name}`;
  const path = outer === '' && unit !== '' && name.startsWith(`${unit}.`) ? name.slice(unit.length + 1) : whole;
  innerPaths.set(c, path);
  openAround(c, unit === '' ? path : `${unit}.${path}`, unit);
  work();
  innerPaths.set(c, outer);
}

/** Opens a namespace and those around it, up to `end`. */
function openAround({ writer }: Collector, path: string, end: string): void {
  for (let at = path; at !== end && at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
    writer.export('*', exportForms.opens, writer.module(at), 0);
}

/** Exports what stands in such a namespace under its path. */
export function exportInner(c: Collector, name: string, entity: number): void {
  const path = innerPaths.get(c) ?? '';
  if (path !== '' && c.frame.kind === 'block') c.writer.export(`${path}.${name}`, exportForms.own, entity, 0);
}

/** `` List`1 `` for what has type parameters or arguments. */
export function withArity(name: string, count: number): string {
  return count === 0 ? name : `${name}\`${count}`;
}

export interface Segment {
  name: string;
  node: SyntaxNode;
  /** Its type arguments' node. */
  args: SyntaxNode | undefined;
}

const maxPath = 40;

/** `A.B<T>.C`, `global::A`: its names from the left; empty for anything else. */
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

/** `<,>` has two, though nothing stands in it. */
function argumentCount(c: Collector, args: SyntaxNode): number {
  const { length } = partsOf(args);
  return length > 0 ? length : c.source.slice(args.startIndex, args.endIndex).split(',').length;
}

/** Declares for the project what a directive opens: a module (-1 for an alias, which opens none) and the type in it, if any. */
function openForAll({ writer }: Collector, node: SyntaxNode, module: number, path: number): void {
  const flags = entityFlags.global;
  const entity = writer.entity({ name: openedForAll, kind: entityKinds.import, ...placeOf(node), scope: 0, flags });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, path);
}

/** `using A.B`, `using static A.B.C`, `using D = A.B.C`, each also with `global` before it. */
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
    const written = names.join('.');
    // Within a namespace the name may start from it or from one around.
    for (const around of namespacesAround(c, node))
      writer.export('*', exportForms.opens, writer.module(`${around}.${written}`), 0);
    writer.export('*', exportForms.opens, writer.module(written), 0);
    if (isGlobal) openForAll(c, node, writer.module(written), 0);
    return 0;
  }
  if (alias === undefined)
    for (const around of namespacesAround(c, node)) {
      const module = writer.module([around, ...names.slice(0, -1)].join('.'));
      writer.export('*', exportForms.opens, module, writer.string(last.name));
    }
  if (names.length < 2) return 0;
  const module = writer.module(names.slice(0, -1).join('.'));
  const member = writer.member(writer.node(ops.module, module), last.name);
  writer.site(siteKinds.import, member, placeOf(last.node), 0);
  if (alias === undefined) {
    writer.export('*', exportForms.opens, module, writer.string(last.name));
    if (isGlobal) openForAll(c, node, module, writer.string(last.name));
    return 0;
  }
  if (isGlobal) openForAll(c, node, -1, 0);
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

/** The namespaces that a directive stands in, the innermost first, each from the outermost on. */
function namespacesAround(c: Collector, node: SyntaxNode): string[] {
  let path = '';
  for (let at = node.parent, depth = 0; at !== null && depth < maxPath; at = at.parent, depth++) {
    const around = /namespace_declaration$/.test(at.type) ? at : fileNamespaceBefore(at, node);
    if (around === undefined) continue;
    const name = namespaceName(c, around);
    path = path === '' ? name : `${name}.${path}`;
  }
  const all: string[] = [];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) all.push(at);
  return all;
}

/** `namespace A;` is no node around what is in it, but stands before that. */
function fileNamespaceBefore(parent: SyntaxNode, { startIndex }: SyntaxNode): SyntaxNode | undefined {
  return partsOf(parent).find(
    (part) => part.type === 'file_scoped_namespace_declaration' && part.startIndex < startIndex,
  );
}

/** Type arguments' parts of `<…>`. */
export function typeArgumentNodes(node: SyntaxNode): readonly SyntaxNode[] {
  const list = node.type === 'type_argument_list' ? node : partOf(partsOf(node), 'type_argument_list');
  return list === undefined ? [] : partsOf(list);
}
