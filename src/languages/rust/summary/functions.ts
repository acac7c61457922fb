/** Functions, methods and closures. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, scopeKinds } from '../../../model/file-summary.ts';
import { declareLocal, inBlock, nameText, noParent, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { bindPattern } from './patterns.ts';
import { declareTypeParameters, typeOf } from './types.ts';

/** @param owner the type that the function is a member of; -1 for none */
export function visitFunction(c: Collector, node: SyntaxNode, owner: number): number {
  const { writer } = c;
  const parts = partsOf(node);
  const nameNode = parts.find((part) => codeOf(part) === codes.identifier);
  const name = nameNode === undefined ? '' : nameText(c, nameNode);
  if (nameNode === undefined || name === '') return 0;
  let entity = owner === -1 ? c.declared.get(nameNode.startIndex) : undefined;
  const body = parts.find((part) => codeOf(part) === codes.block);
  if (entity === undefined) {
    const flags = body === undefined ? 0 : entityFlags.implemented;
    const place = { ...placeOf(nameNode), scope: c.scope };
    entity = writer.entity({
      name,
      kind: entityKinds.method,
      flags,
      ...place,
      parent: owner === -1 ? noParent : owner,
    });
  }
  const declared = entity;
  enterFunction(c, declared, () => {
    const list = parts.find((part) => codeOf(part) === codes.typeParameters);
    const where = parts.find((part) => codeOf(part) === codes.whereClause);
    writer.set(declared, entityFields.listB, writer.list(declareTypeParameters(c, list, where)));
    let hasParameters = false;
    for (const part of parts) {
      const kind = codeOf(part);
      if (kind === codes.parameters) {
        hasParameters = true;
        writer.set(declared, entityFields.listA, writer.list(parametersOf(c, part, declared)));
      } else if (hasParameters && kind !== codes.block && kind !== codes.whereClause) {
        c.resultType = typeOf(c, part);
        writer.set(declared, entityFields.type, c.resultType);
      }
    }
    if (body !== undefined) c.visit(body);
  });
  return 0;
}

/** Runs `work` in the scope and block of a function. */
function enterFunction(c: Collector, entity: number, work: () => void): void {
  const { resultType, resultError } = c;
  Object.assign(c, { resultType: 0, resultError: 0 });
  inBlock(c, () => {
    c.scope = c.writer.scope(c.scope, scopeKinds.function, entity);
    c.writer.set(entity, entityFields.ownScope, c.scope);
    work();
  });
  Object.assign(c, { resultType, resultError });
}

/** Declares the parameters. Returns them without `self`, because `self` has no argument in a call. */
function parametersOf(c: Collector, list: SyntaxNode, owner: number): number[] {
  const found: number[] = [];
  const isClosure = codeOf(list) === codes.closureParameters;
  for (const node of isClosure ? closureParts(c, list) : partsOf(list)) {
    const kind = codeOf(node);
    if (!node.isNamed) {
      found.push(declareUnnamed(c, node, owner));
      continue;
    }
    if (kind === codes.selfParameter) {
      declareSelf(c, node, owner);
      continue;
    }
    if (kind !== codes.parameter && !isClosure) continue;
    const parts = partsOf(node).filter((part) => codeOf(part) !== codes.mutable && codeOf(part) !== codes.attribute);
    // The grammar gives the pattern of `_: T` no node.
    const hasPattern = kind === codes.parameter && parts.length > 1;
    const pattern = kind === codes.parameter ? (hasPattern ? parts[0] : parts.at(-1)) : node;
    const typeNode = kind === codes.parameter ? parts.at(-1) : undefined;
    if (pattern === undefined) continue;
    if (kind === codes.parameter && !hasPattern) {
      found.push(declareUnnamed(c, pattern, owner));
      continue;
    }
    if (codeOf(pattern) === codes.self) {
      if (typeNode !== undefined) typeOf(c, typeNode);
      declareSelf(c, pattern, owner);
      continue;
    }
    found.push(declareParameter(c, pattern, { typeNode, owner }));
  }
  return found;
}

/** The parameters of a closure, and the tokens `_` among them. */
function closureParts({ source }: Collector, list: SyntaxNode): readonly SyntaxNode[] {
  const text = source.slice(list.startIndex, list.endIndex);
  if (!text.includes('_')) return partsOf(list);
  return (list.children as SyntaxNode[]).filter((child) => {
    const kind = codeOf(child);
    if (kind === codes.lineComment || kind === codes.blockComment) return false;
    return child.isNamed || source[child.startIndex] === '_';
  });
}

function declareSelf(c: Collector, node: SyntaxNode, parent: number): void {
  const { writer, scope, selfType: type } = c;
  const entity = writer.entity({ name: 'self', kind: entityKinds.parameter, ...placeOf(node), scope, parent, type });
  declareLocal(c, 'self', { entity, node: writer.entityNode(entity), type: 0 });
}

/** `_: T` in a function, `_` in a closure: a position. */
function declareUnnamed(c: Collector, node: SyntaxNode, parent: number): number {
  const { writer, scope } = c;
  const type = node.isNamed ? typeOf(c, node) : 0;
  return writer.entity({ name: '', kind: entityKinds.parameter, ...placeOf(node), scope, parent, type });
}

function declareParameter(
  c: Collector,
  pattern: SyntaxNode,
  { typeNode, owner }: { typeNode: SyntaxNode | undefined; owner: number },
): number {
  const { writer, scope } = c;
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  const isIdentifier = codeOf(pattern) === codes.identifier;
  const name = isIdentifier ? nameText(c, pattern) : '';
  const kind = entityKinds.parameter;
  const entity = writer.entity({ name, kind, ...placeOf(pattern), scope, parent: owner, type });
  const node = writer.entityNode(entity);
  if (isIdentifier) declareLocal(c, name, { entity, node, type: 0 });
  else bindPattern(c, pattern, node);
  return entity;
}

/** Returns the node of the closure's entity. */
export function visitClosure(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const place = { ...placeOf(node), scope: c.scope };
  const flags = entityFlags.implemented;
  const entity = writer.entity({ name: '', kind: entityKinds.function, flags, ...place, parent: noParent });
  enterFunction(c, entity, () => {
    const parts = partsOf(node);
    const body = parts.at(-1);
    for (const part of parts) {
      if (codeOf(part) === codes.closureParameters)
        writer.set(entity, entityFields.listA, writer.list(parametersOf(c, part, entity)));
      else if (part === body) writer.set(entity, entityFields.value, c.visit(part));
      else typeOf(c, part);
    }
  });
  return writer.entityNode(entity);
}
