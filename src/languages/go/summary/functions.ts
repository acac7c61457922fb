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
  enter(c, entity, () => {
    const list = rest.find((part) => codeOf(part) === codes.type_parameter_list);
    if (list !== undefined) c.writer.set(entity, entityFields.listB, c.writer.list(declareTypeParameters(c, list)));
    signatureAndBody(c, entity, rest);
  });
  return 0;
}

/** Runs `work` in a function's own scope and block. */
function enter(c: Collector, entity: number, work: () => void): void {
  inBlock(c, () => {
    c.scope = c.writer.scope(c.scope, scopeKinds.function, entity);
    c.writer.set(entity, entityFields.ownScope, c.scope);
    work();
  });
}

function signatureAndBody(c: Collector, entity: number, parts: readonly SyntaxNode[]): void {
  signatureOf(c, entity, parts, { declares: true });
  // In Go a body can only redeclare parameters in nested blocks, so body and parameters share a block here.
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
  const named = typeNode === undefined ? null : receiverType(typeNode);
  const owner = named === null ? -2 : ownerOf(c, nameText(c, named.name), named.name);
  const exported = isExported(name) ? entityFlags.exported : 0;
  const flags = entityFlags.implemented | exported;
  const place = placeOf(nameNode);
  const entity = writer.entity({ name, kind: entityKinds.method, flags, ...place, scope: 0, parent: owner });
  enter(c, entity, () => {
    if (typeNode !== undefined && named !== null) {
      declareReceiverParameters(c, owner, named.args);
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

/** The name of a receiver's type, and the method's names for its type parameters. */
function receiverType(type: SyntaxNode): ReceiverType | null {
  let node: SyntaxNode | undefined = type;
  let args: readonly SyntaxNode[] = [];
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

/** The type that a method belongs to: the file's own, or a stub for one that another file declares. */
function ownerOf(c: Collector, name: string, nameNode: SyntaxNode, steps = 0): number {
  const { writer } = c;
  if (name === '') return -2;
  const own = c.top.get(name);
  const kind = own === undefined ? -1 : writer.get(own, entityFields.kind);
  if (own !== undefined && kind === entityKinds.class) return own;
  const aliased = own !== undefined && kind === entityKinds.typeAlias ? writer.get(own, entityFields.type) : 0;
  if (aliased !== 0 && writer.opOf(aliased) === ops.named && steps < 4) {
    const path = writer.items(writer.operand(aliased, 0));
    if (path.length === 1) return ownerOf(c, writer.text(path[0]!), nameNode, steps + 1);
  }
  let stub = c.stubs.get(name);
  if (stub === undefined) {
    const flags = entityFlags.extension;
    stub = writer.entity({ name, kind: entityKinds.class, flags, ...placeOf(nameNode), scope: 0 });
    c.stubs.set(name, stub);
  }
  return stub;
}

/** `func (l *List[T]) …`: T is the type's own parameter where the file declares the type, otherwise the method's. */
function declareReceiverParameters(c: Collector, owner: number, args: readonly SyntaxNode[]): void {
  const { writer, scope } = c;
  const known = c.typeParameters.get(owner);
  for (const [position, node] of args.entries()) {
    const name = nameText(c, node);
    if (codeOf(node) !== codes.type_identifier || name === '' || name === '_') continue;
    const own = known?.names[position];
    const at = node.startIndex;
    if (known !== undefined && own !== undefined) {
      const type = writer.node(ops.named, writer.list([own]), known.scope, 0);
      declareLocal(c, name, { entity: -1, node: 0, type, at });
      continue;
    }
    const entity = writer.entity({ name, kind: entityKinds.typeParameter, ...placeOf(node), scope });
    declareLocal(c, name, { entity, node: 0, type: namedType(c, [name], scope, 0), at });
  }
}

/**
 * Returns the node of the literal's entity.
 * @param named name and place of the file's variable that holds the function: calls of the variable are calls of the function
 */
export function visitLiteral(c: Collector, node: SyntaxNode, named?: { name: string; place: Place }): number {
  const { writer } = c;
  const place = named?.place ?? placeOf(node);
  const name = named?.name ?? '';
  const flags = entityFlags.implemented;
  const entity = writer.entity({ name, kind: entityKinds.function, flags, ...place, scope: c.scope, parent: -2 });
  enter(c, entity, () => signatureAndBody(c, entity, partsOf(node)));
  return writer.entityNode(entity);
}

/** Whether a name is a local variable. */
export function isLocalVariable(c: Collector, name: string): boolean {
  return (lookUpLocal(c, name)?.node ?? 0) !== 0;
}
