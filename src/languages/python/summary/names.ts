/** Names and attributes: their nodes, and the sites that link them. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { builtinNames } from './builtin-names.ts';
import { nameText, placeNow, placeOf, type Collector } from './collector.ts';
import { isLocalVariable, enclosingMethod, resolveName, type Binding } from './frames.ts';
import { narrowedPath } from './narrowing.ts';
import { codeOf, codes, lastOf, partsOf } from './node-codes.ts';

/**
 * Visits a use of a name: returns the name's node, and writes a site that links the use. No site is written for a built-in name that the file does
 * not bind, nor at the place that declares a variable. Without `everySite`, none is written either for `self` and `cls`, and for a local variable of a
 * function, which no other file can use. Exception: where a local variable is called or is a decorator, a site links the function that it holds.
 * @param siteKind kind of the site, of `siteKinds`
 */
export function visitName(c: Collector, node: SyntaxNode, siteKind: number): number {
  const name = nameText(c, node);
  return name === '' ? 0 : useName(c, node, siteKind, { name, binding: resolveName(c.frame, name, node.startIndex) });
}

interface ResolvedName {
  name: string;
  binding: Binding | null;
}

/** Like `visitName`, for a name whose binding has been resolved. */
export function useName(c: Collector, node: SyntaxNode, siteKind: number, { name, binding }: ResolvedName): number {
  if (binding === null && builtinNames.has(name)) return 0;
  if (binding !== null && binding.receiver !== 0) {
    if (c.everySite) c.writer.site(siteKind, c.writer.entityNode(binding.variable), placeNow(node), c.scope);
    return binding.receiver;
  }
  const result = nodeOfName(c, name, binding, node);
  if (binding !== null && !c.everySite && isLocalVariable(binding)) {
    const isCall = siteKind === siteKinds.call || siteKind === siteKinds.decorate;
    if (!isCall) return result;
  }
  if (binding?.at === node.startIndex) return result;
  c.writer.site(siteKind, result, placeNow(node), c.scope);
  return result;
}

/** The node of a name. A name that the body of a class binds is a member of the class, because members are not found by scope. */
export function nodeOfName(c: Collector, name: string, binding: Binding | null, at?: SyntaxNode): number {
  const { writer } = c;
  if (binding?.frame.kind === 'class') return writer.member(writer.entityNode(binding.frame.entity), name);
  const entity = binding === null || at === undefined ? -1 : boundBefore(c, binding, at);
  if (entity !== -1) return writer.entityNode(entity);
  // After `global x`, the name is looked up in the file, because a surrounding function may have an `x` too.
  if (binding?.frame.kind === 'file' && c.frame.globals?.has(name) === true) return writer.name(name, 0);
  return writer.name(name, c.scope);
}

/**
 * The entity that a name means at a place, if several functions, classes or imports have the name; -1 if that is unknown, and for any other name.
 */
function boundBefore({ frame, writer }: Collector, binding: Binding, at: SyntaxNode): number {
  const { declared } = binding;
  if (declared.length < 2 || binding.variable !== -1) return -1;
  if (binding.frame === frame) {
    const { line, column } = placeOf(at);
    const declaredBefore = declared.filter((entity) => {
      const entityLine = writer.get(entity, entityFields.line);
      return entityLine < line || (entityLine === line && writer.get(entity, entityFields.column) < column);
    });
    if (declaredBefore.length === 1) return declaredBefore[0]!;
    if (declaredBefore.length < declared.length) return -1;
  }
  return importReplacement(writer, binding);
}

/** The function or class that replaces an import of its name; -1 for none. */
export function importReplacement(writer: SummaryWriter, { declared, unconditional }: Binding): number {
  if (unconditional === -1 || declared.at(-1) !== unconditional) return -1;
  const isImport = (entity: number): boolean => writer.get(entity, entityFields.kind) === entityKinds.import;
  return declared.some(isImport) ? unconditional : -1;
}

/**
 * Visits `a.b`, and writes a site at `b`.
 * @param siteKind kind of the site, of `siteKinds`
 * @param attributeName the text of `b`, if it has been read already
 */
export function visitAttribute(c: Collector, node: SyntaxNode, siteKind: number, attributeName?: string): number {
  const parts = partsOf(node);
  const object = parts[0];
  const last = lastOf(parts);
  if (object === undefined || last === undefined || last === object) return object === undefined ? 0 : c.visit(object);
  const name = attributeName ?? nameText(c, last);
  const objectNode = c.visit(object);
  if (name === '' || codeOf(last) !== codes.identifier) return 0;
  if (name === '__class__') return classOf(c, objectNode);
  const result = importedModule(c, node, object) || c.writer.member(objectNode, name);
  c.writer.site(siteKind, result, placeNow(last), c.scope);
  return narrowedPath(c, node) || result;
}

/**
 * The module `a.b`, if the file has `import a.b`; 0 for other expressions. As a member of `a` the module would not be found where
 * `a` is a folder without `__init__`.
 */
function importedModule(c: Collector, node: SyntaxNode, object: SyntaxNode): number {
  if (c.dottedImports.size === 0) return 0;
  let root = object;
  while (codeOf(root) === codes.attribute) root = partsOf(root)[0]!;
  if (codeOf(root) !== codes.identifier) return 0;
  const path = c.source.slice(node.startIndex, node.endIndex).replace(/\s+/g, '');
  if (!c.dottedImports.has(path)) return 0;
  const [first] = resolveName(c.frame, nameText(c, root))?.declared ?? [];
  if (first === undefined || c.writer.get(first, entityFields.kind) !== entityKinds.import) return 0;
  return c.writer.node(ops.module, c.writer.module(path));
}

/** The class of `self`; 0 for any other value. */
export function classOf(c: Collector, instance: number): number {
  if (instance === 0 || c.writer.opOf(instance) !== ops.this) return 0;
  const owner = enclosingMethod(c.frame)?.parent;
  return owner ? c.writer.entityNode(owner.entity) : 0;
}

/**
 * An expression that is called, used as a decorator, or raised.
 * @param siteKind kind of the site that is written at the last name of the expression
 */
export function visitCallee(c: Collector, node: SyntaxNode, siteKind: number): number {
  switch (codeOf(node)) {
    case codes.identifier:
      return visitName(c, node, siteKind);
    case codes.attribute:
      return visitAttribute(c, node, siteKind);
    case codes.parenthesized_expression: {
      const inner = partsOf(node);
      return inner.length === 1 ? visitCallee(c, inner[0]!, siteKind) : c.visit(node);
    }
    default:
      return c.visit(node);
  }
}
