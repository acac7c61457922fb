/** Calls and constructions with their arguments. */
import { Ints } from '../ints';
import { CallExpression, List, MemberExpression, Node, NodeType } from '../generated/nodes';
import { Text } from '../texts';
import {
  opArray,
  opCall,
  opConstruct,
  opEither,
  opEntity,
  opLiteralType,
  opModule,
  opSuper,
  siteCall,
  siteConstruct,
} from '../generated/codes';
import { collectExpression } from './collector';
import { argumentOf, setContext } from './contexts';
import { noteEffects } from './effects';
import { commonJsModule } from './modules';
import { bare, isIdentifier, literalText } from './syntax';
import { typeArguments } from './type-parameters';
import { writer } from './writer';

/** Maximum bytes of a text that may select an overload. */
const maxChoosing = 32;

export function callOf(node: CallExpression, scope: i32): i32 {
  const target = bare(node.callee);
  if (isIdentifier(target, 'require') && node.arguments.length > 0) {
    const specifier = literalText(node.arguments.get(0));
    if (specifier !== null) return writer.node1(opModule, commonJsModule(specifier));
  }
  if (target.type === NodeType.Super) {
    const callee = writer.node1(opSuper, scope);
    writer.site(siteConstruct, callee, target.start, scope);
    return withArguments(opConstruct, callee, node.arguments, null, scope);
  }
  const callee = collectExpression(node.callee, scope, siteCall);
  // A callee without a name gets its site where it ends: `make()()`, `handlers[0]()`, `(function () {})()`.
  if (!isNamed(target)) writer.site(siteCall, callee, node.callee.end - 1, scope);
  const call = withArguments(opCall, callee, node.arguments, node.typeArguments, scope);
  noteEffects(node, callee, writer.operand(call, 1), scope);
  return call;
}

/** Whether visiting the callee records a site. */
function isNamed(callee: Node): bool {
  if (callee.type === NodeType.Identifier) return true;
  if (callee.type !== NodeType.MemberExpression) return false;
  const member = changetype<MemberExpression>(callee);
  return !member.computed || literalText(bare(member.property)) !== null;
}

function takesContext(node: i32): bool {
  const op = writer.opOf(node);
  return op === opEntity || op === opArray || op === opEither;
}

/** Whether a text may select an overload (`on('open', …)`): it is short, of letters, digits and `_$:.@/-`. */
function mayChoose(text: Text): bool {
  if (text.length === 0 || text.length > maxChoosing) return false;
  for (let index = 0; index < text.length; index++) if (!isChoosing(text.byte(index))) return false;
  return true;
}

function isChoosing(byte: i32): bool {
  const letter = byte | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return true;
  // `$`, `-` to `9` (with `.` and `/`), `:`, `@`, `_`.
  return byte === 0x24 || (byte >= 0x2d && byte <= 0x3a) || byte === 0x40 || byte === 0x5f;
}

/** A short text that may select an overload; 0 for anything else. */
function literalOf(node: Node): i32 {
  const text = literalText(node);
  return text !== null && mayChoose(text) ? writer.node1(opLiteralType, writer.string(text)) : 0;
}

/** A call or construction of `callee`. */
export function withArguments(op: i32, callee: i32, list: List, types: Node | null, scope: i32): i32 {
  const nodes = Ints.of(list.length);
  let contexts = false;
  for (let at = 0; at < list.length; at++) {
    let argument = at === 0 ? literalOf(list.get(at)) : 0;
    if (argument === 0) argument = collectExpression(list.at(at), scope);
    nodes.push(argument);
    if (argument !== 0 && takesContext(argument)) contexts = true;
  }
  const written = writer.list(nodes);
  const call = writer.node3(op, callee, written, typeArguments(types, scope));
  if (!contexts) return call;
  for (let position = 0; position < nodes.length; position++) {
    const argument = nodes.get(position);
    if (argument !== 0 && takesContext(argument)) setContext(argument, argumentOf(call, position));
  }
  return call;
}
