/** Functions, methods and function literals: scope, receiver, signature, body. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import {
  declareLocal,
  inBlock,
  isExported,
  lookUpLocal,
  nameText,
  namedType,
  noParent,
  placeOf,
  type Collector,
  type Place,
} from './collector.ts';
import { childrenOf, codeOf, codes, partsOf } from './node-codes.ts';
import { declareParameter, declareTypeParameters, signatureOf } from './signatures.ts';
import { typeOf } from './types.ts';

export function visitFunction(c: Collector, node: SyntaxNode): number {
  const [nameNode, ...rest] = partsOf(node);
  const entity = nameNode === undefined ? undefined : c.declared.get(nameNode.startIndex);
  if (entity === undefined) {
    // `func _()`: its body is treated as top-level code.
    inBlock(c, () => {
      for (const part of rest) c.visit(part);
    });
    return 0;
  }
  enterFunction(c, entity, () => {
    const list = rest.find((part) => codeOf(part) === codes.type_parameter_list);
    if (list !== undefined) c.writer.set(entity, entityFields.listB, c.writer.list(declareTypeParameters(c, list)));
    signatureAndBody(c, entity, rest);
  });
  return 0;
}

/** Runs `work` in the scope and block of a function. */
function enterFunction(c: Collector, entity: number, work: () => void): void {
  inBlock(c, () => {
    c.scope = c.writer.scope(c.scope, scopeKinds.function, entity);
    c.writer.set(entity, entityFields.ownScope, c.scope);
    work();
  });
}

function signatureAndBody(c: Collector, entity: number, parts: readonly SyntaxNode[]): void {
  signatureOf(c, entity, parts, { hasBody: true });
  // A Go body can redeclare its parameters only in nested blocks, so the body and the parameters share one block here.
  for (const part of parts) if (codeOf(part) === codes.block) for (const child of childrenOf(part)) c.visit(child);
}

export function visitMethod(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const [receiver, nameNode, ...rest] = partsOf(node);
  const name = nameNode === undefined ? '' : nameText(c, nameNode);
  if (receiver === undefined || nameNode === undefined || name === '') return 0;
  const declaration = partsOf(receiver)[0];
  const parts = declaration === undefined ? [] : partsOf(declaration);
  const typeNode = parts.at(-1);
  const receiverType = typeNode === undefined ? null : receiverTypeOf(typeNode);
  const owner = receiverType === null ? noParent : ownerOf(c, nameText(c, receiverType.name), receiverType.name);
  const exported = isExported(name) ? entityFlags.exported : 0;
  const flags = entityFlags.implemented | exported;
  const place = placeOf(nameNode);
  const entity = writer.entity({ name, kind: entityKinds.method, flags, ...place, scope: 0, parent: owner });
  enterFunction(c, entity, () => {
    if (typeNode !== undefined && receiverType !== null) {
      declareReceiverParameters(c, owner, receiverType.args);
      const type = typeOf(c, typeNode);
      const [first] = parts;
      if (first !== undefined && first !== typeNode)
        declareParameter(c, first, { name: nameText(c, first), owner: entity, type, flags: 0 });
    }
    signatureAndBody(c, entity, rest);
  });
  return 0;
}

interface ReceiverType {
  name: SyntaxNode;
  args: readonly SyntaxNode[];
}

/** Splits the type of a receiver: in `*List[T]`, `name` is List and `args` is T. */
function receiverTypeOf(type: SyntaxNode): ReceiverType | null {
  let node: SyntaxNode | undefined = type;
  let args: readonly SyntaxNode[] = [];
  // `*`, parentheses and type arguments can stand around the name.
  for (let level = 0; level < 6 && node !== undefined; level++) {
    const code = codeOf(node);
    if (code === codes.type_identifier) return { name: node, args };
    const parts = partsOf(node);
    if (code === codes.generic_type && parts[1] !== undefined)
      args = partsOf(parts[1]).flatMap((part) => partsOf(part));
    node = parts[0];
  }
  return null;
}

/** The class that a method belongs to: a class of this file, also by an alias, or a stub for a class that another file declares. */
function ownerOf(c: Collector, name: string, nameNode: SyntaxNode, aliasSteps = 0): number {
  const { writer } = c;
  if (name === '') return noParent;
  const declared = c.top.get(name);
  const kind = declared === undefined ? -1 : writer.get(declared, entityFields.kind);
  if (declared !== undefined && kind === entityKinds.class) return declared;
  const aliased =
    declared !== undefined && kind === entityKinds.typeAlias ? writer.get(declared, entityFields.type) : 0;
  if (aliased !== 0 && writer.opOf(aliased) === ops.named && aliasSteps < 4) {
    const path = writer.items(writer.operand(aliased, 0));
    if (path.length === 1) return ownerOf(c, writer.text(path[0]!), nameNode, aliasSteps + 1);
  }
  let stub = c.stubs.get(name);
  if (stub === undefined) {
    const flags = entityFlags.extension;
    stub = writer.entity({ name, kind: entityKinds.class, flags, ...placeOf(nameNode), scope: 0 });
    c.stubs.set(name, stub);
  }
  return stub;
}

/**
 * Declares T of `func (l *List[T]) …`. If this file declares List, T is the type parameter of List; otherwise it is one of the method.
 */
function declareReceiverParameters(c: Collector, owner: number, args: readonly SyntaxNode[]): void {
  const { writer, scope } = c;
  const ofOwner = c.typeParameters.get(owner);
  for (const [position, node] of args.entries()) {
    const name = nameText(c, node);
    if (codeOf(node) !== codes.type_identifier || name === '' || name === '_') continue;
    const ownerParameter = ofOwner?.names[position];
    const at = node.startIndex;
    if (ofOwner !== undefined && ownerParameter !== undefined) {
      const type = writer.node(ops.named, writer.list([ownerParameter]), ofOwner.scope, 0);
      declareLocal(c, name, { entity: -1, node: 0, type, at });
      continue;
    }
    const entity = writer.entity({ name, kind: entityKinds.typeParameter, ...placeOf(node), scope });
    declareLocal(c, name, { entity, node: 0, type: namedType(c, [name], scope, 0), at });
  }
}

/**
 * Returns the node of the function's entity.
 * @param variable name and place of the top-level variable that holds the function: a call of the variable is a call of the function
 */
export function visitFunctionLiteral(
  c: Collector,
  node: SyntaxNode,
  variable?: { name: string; place: Place },
): number {
  const { writer } = c;
  const place = variable?.place ?? placeOf(node);
  const name = variable?.name ?? '';
  const flags = entityFlags.implemented;
  const entity = writer.entity({ name, kind: entityKinds.function, flags, ...place, scope: c.scope, parent: noParent });
  enterFunction(c, entity, () => signatureAndBody(c, entity, partsOf(node)));
  return writer.entityNode(entity);
}

/** Whether a name is a local variable. */
export function isLocalVariable(c: Collector, name: string): boolean {
  return (lookUpLocal(c, name)?.node ?? 0) !== 0;
}
