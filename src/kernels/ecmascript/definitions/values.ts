/** The value of a declaration or member: a function or an object literal, and how each is defined. */
import { Kind } from '../generated/codes';
import {
  ArrowFunctionExpression,
  CallExpression,
  FunctionNode,
  MemberExpression,
  Node,
  NodeType,
  ObjectExpression,
  Property,
  Word,
} from '../generated/nodes';
import { is } from '../texts';
import { nameOf, onlyOf, PlacedName, unwrap } from './names';
import { Definition, Signature, Visibility } from './records';
import { indexOf, unitsOf } from './source-texts';
import { define, newDraft, signatureBetween } from './walk';

const openingParenthesis: i32 = 0x28;
const closingParenthesis: i32 = 0x29;

/** The expression as a function; null for anything else. */
export function functionOf(node: Node): Node | null {
  return node.type === NodeType.ArrowFunctionExpression || node.type === NodeType.FunctionExpression ? node : null;
}

/** The object literal in `{…} as const`, `Object.freeze({…})`. */
export function objectOf(node: Node): ObjectExpression | null {
  let value = unwrap(node);
  while (value.type === NodeType.CallExpression) {
    const call = changetype<CallExpression>(value);
    const only = onlyOf(call.arguments);
    if (only === null || call.callee.type !== NodeType.MemberExpression) return null;
    const callee = changetype<MemberExpression>(call.callee);
    if (callee.computed || !is(nameOf(callee.property), 'freeze')) return null;
    value = unwrap(only);
  }
  return value.type === NodeType.ObjectExpression ? changetype<ObjectExpression>(value) : null;
}

/** Sets the signature: from `(` to the body, the return type included. */
export function functionSignature(definition: Definition, node: Node, nameEnd: i32): void {
  definition.signature = Signature.None;
  if (node.type === NodeType.ArrowFunctionExpression) {
    arrowSignature(definition, changetype<ArrowFunctionExpression>(node));
    return;
  }
  const declared = changetype<FunctionNode>(node);
  const typeParameters = declared.typeParameters;
  const body = declared.body;
  const open = indexOf(openingParenthesis, typeParameters === null ? nameEnd : typeParameters.end);
  if (open === -1 || open > node.end) return;
  signatureBetween(definition, open, body === null ? node.end : body.start);
}

function arrowSignature(definition: Definition, node: ArrowFunctionExpression): void {
  const params = node.params;
  const typeParameters = node.typeParameters;
  const returnType = node.returnType;
  const open = indexOf(openingParenthesis, typeParameters === null ? node.start : typeParameters.end);
  if (params.length > 0) {
    const first = params.get(0);
    // A parameter without parentheses: `x => …`.
    if (open === -1 || open > first.start) {
      definition.signature = Signature.Parameter;
      definition.signatureStart = first.start;
      definition.signatureEnd = first.end;
      return;
    }
  }
  if (open === -1) return;
  if (returnType !== null) {
    signatureBetween(definition, open, returnType.end);
    return;
  }
  const from = params.length === 0 ? open : max(params.get(params.length - 1).end, open);
  const close = indexOf(closingParenthesis, from);
  signatureBetween(definition, open, close === -1 ? node.body.start : close + 1);
}

/** Where a member's name ends, including the brackets of a computed one. */
export function nameEndOf(name: PlacedName, key: Node, computed: bool): i32 {
  return computed ? name.at + unitsOf(name.text) : key.end;
}

export function defineObjectMember(property: Property, name: PlacedName, functionNode: Node | null): i32 {
  const nameEnd = nameEndOf(name, property.key, property.computed);
  const kind = functionNode === null ? Kind.Property : Kind.Method;
  const draft = newDraft(name, kind, property.start, property.end, Visibility.Inherited);
  if (functionNode === null) signatureBetween(draft, nameEnd, property.end);
  else
    functionSignature(
      draft,
      functionNode,
      property.method || property.kind !== Word.Init ? nameEnd : functionNode.start,
    );
  return define(draft);
}
