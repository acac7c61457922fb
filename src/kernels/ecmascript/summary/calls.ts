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
import { contextOfArgument, setContext } from './contexts';
import { noteEffects } from './effects';
import { commonJsModule } from './modules';
import { bare, isIdentifier, literalText } from './syntax';
import { typeArguments } from './type-parameters';
import { writer } from './writer';

/** Maximum bytes of a text that may select an overload. */
const maxSelector = 32;

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
  // A callee without a name gets its site at its last character: `make()()`, `handlers[0]()`, `(function () {})()`.
  if (!isNamed(target)) writer.site(siteCall, callee, node.callee.end - 1, scope);
  const call = withArguments(opCall, callee, node.arguments, node.typeArguments, scope);
  noteEffects(node, callee, writer.operand(call, 1), scope);
  return call;
}

/** Whether a callee has a name, so that visiting it records a site. */
function isNamed(callee: Node): bool {
  if (callee.type === NodeType.Identifier) return true;
  if (callee.type !== NodeType.MemberExpression) return false;
  const member = changetype<MemberExpression>(callee);
  return !member.computed || literalText(bare(member.property)) !== null;
}

/** Whether an argument uses the type that the callee expects: functions, objects, arrays of them, and alternatives. */
function takesContext(node: i32): bool {
  const op = writer.opOf(node);
  return op === opEntity || op === opArray || op === opEither;
}

/** Whether a text may select an overload (`on('open', …)`): it is short, of letters, digits and `_$:.@/-`. */
function maySelectOverload(text: Text): bool {
  if (text.length === 0 || text.length > maxSelector) return false;
  for (let index = 0; index < text.length; index++) if (!isSelectorByte(text.byte(index))) return false;
  return true;
}

function isSelectorByte(byte: i32): bool {
  const letter = byte | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return true;
  // `$`, `-` to `9` (with `.` and `/`), `:`, `@`, `_`.
  return byte === 0x24 || (byte >= 0x2d && byte <= 0x3a) || byte === 0x40 || byte === 0x5f;
}

/** The node of a short text that may select an overload; 0 for anything else. */
function literalOf(node: Node): i32 {
  const text = literalText(node);
  return text !== null && maySelectOverload(text) ? writer.node1(opLiteralType, writer.string(text)) : 0;
}

/** Writes a call or construction of `callee`. The arguments are visited first, and get the types that the callee expects. */
export function withArguments(op: i32, callee: i32, list: List, types: Node | null, scope: i32): i32 {
  const nodes = Ints.of(list.length);
  let anyTakesContext = false;
  for (let at = 0; at < list.length; at++) {
    // Of texts, only the first argument can select an overload.
    let argument = at === 0 ? literalOf(list.get(at)) : 0;
    if (argument === 0) argument = collectExpression(list.at(at), scope);
    nodes.push(argument);
    if (argument !== 0 && takesContext(argument)) anyTakesContext = true;
  }
  const argumentList = writer.list(nodes);
  const call = writer.node3(op, callee, argumentList, typeArguments(types, scope));
  if (!anyTakesContext) return call;
  for (let position = 0; position < nodes.length; position++) {
    const argument = nodes.get(position);
    if (argument !== 0 && takesContext(argument)) setContext(argument, contextOfArgument(call, position));
  }
  return call;
}
