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
 * A use of a name. Built-in names and `self` get no site, and neither does a local variable of a function, because no other code can
 * name it; but calls and decorators that use the variable get one. With `everySite`, all uses get a site except those of built-in
 * names.
 */
export function visitName(c: Collector, node: SyntaxNode, site: number): number {
  const name = nameText(c, node);
  return name === '' ? 0 : useName(c, node, site, { name, binding: resolveName(c.frame, name, node.startIndex) });
}

interface ResolvedName {
  name: string;
  binding: Binding | null;
}

/** A use of a name whose binding has been resolved. Writes sites like `visitName`. */
export function useName(c: Collector, node: SyntaxNode, site: number, { name, binding }: ResolvedName): number {
  if (binding === null && builtinNames.has(name)) return 0;
  if (binding !== null && binding.receiver !== 0) {
    if (c.everySite) c.writer.site(site, c.writer.entityNode(binding.variable), placeNow(node), c.scope);
    return binding.receiver;
  }
  const result = nodeOfName(c, name, binding, node);
  if (binding !== null && !c.everySite && isLocalVariable(binding)) {
    const isCall = site === siteKinds.call || site === siteKinds.decorate;
    if (!isCall) return result;
  }
  // The place that declares a name gets no site.
  if (binding?.at === node.startIndex) return result;
  c.writer.site(site, result, placeNow(node), c.scope);
  return result;
}

/** The node of a name. A name of a class, used in the body of the class, is a member: members are not found by scope. */
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
 * The entity that a name means at a place, if the name is bound several times (by an import, then by a function); -1 if unknown.
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
 * `a.b`: writes a site at `b`.
 * @param attributeName the text of `b`, if it has been read already
 */
export function visitAttribute(c: Collector, node: SyntaxNode, site: number, attributeName?: string): number {
  const parts = partsOf(node);
  const object = parts[0];
  const last = lastOf(parts);
  if (object === undefined || last === undefined || last === object) return object === undefined ? 0 : c.visit(object);
  const name = attributeName ?? nameText(c, last);
  const objectNode = c.visit(object);
  if (name === '' || codeOf(last) !== codes.identifier) return 0;
  if (name === '__class__') return classOf(c, objectNode);
  const result = importedModule(c, node, object) || c.writer.member(objectNode, name);
  c.writer.site(site, result, placeNow(last), c.scope);
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
 * @param site the kind of the site at the last name of the expression
 */
export function visitCallee(c: Collector, node: SyntaxNode, site: number): number {
  switch (codeOf(node)) {
    case codes.identifier:
      return visitName(c, node, site);
    case codes.attribute:
      return visitAttribute(c, node, site);
    case codes.parenthesized_expression: {
      const parts = partsOf(node);
      return parts.length === 1 ? visitCallee(c, parts[0]!, site) : c.visit(node);
    }
    default:
      return c.visit(node);
  }
}
