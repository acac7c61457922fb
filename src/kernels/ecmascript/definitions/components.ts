/** React components, recognised by their shape: functions that return elements, calls that wrap components, classes that extend a component class. */
import {
  ArrowFunctionExpression,
  CallExpression,
  ConditionalExpression,
  LogicalExpression,
  MemberExpression,
  Node,
  NodeType,
  SequenceExpression,
  TaggedTemplateExpression,
} from '../generated/nodes';
import { isComponentBase, isElementMaker, isWrapper, styledName, wrapperPrefix } from '../generated/component-names';
import { beginsWith, is, Text } from '../texts';
import { nameOf, unwrap } from './names';

function isCapital(byte: i32): bool {
  return byte >= 0x41 && byte <= 0x5a;
}

/** Whether a name is that of a wrapper such as `withRouter`. */
function hasWrapperPrefix(name: Text): bool {
  const length = wrapperPrefix.length;
  return name.length > length && isCapital(name.byte(length)) && beginsWith(name, wrapperPrefix);
}

export function isComponentName(name: Text): bool {
  return name.length > 0 && isCapital(name.byte(0));
}

/** Whether an expression produces an element, at least in one of its branches. */
export function isElement(node: Node): bool {
  const value = unwrap(node);
  switch (value.type) {
    case NodeType.JSXElement:
    case NodeType.JSXFragment:
      return true;
    case NodeType.ConditionalExpression: {
      const condition = changetype<ConditionalExpression>(value);
      return isElement(condition.consequent) || isElement(condition.alternate);
    }
    case NodeType.LogicalExpression:
      return isElement(changetype<LogicalExpression>(value).right);
    case NodeType.SequenceExpression: {
      const list = changetype<SequenceExpression>(value).expressions;
      return list.length > 0 && isElement(list.get(list.length - 1));
    }
    case NodeType.CallExpression: {
      const call = changetype<CallExpression>(value);
      const name = lastName(call.callee);
      return name !== null && (isElementMaker(name) || mapsToElements(call, name));
    }
    default:
      return false;
  }
}

/** Whether a call maps a list to elements: `items.map((item) => <li />)`. */
function mapsToElements(call: CallExpression, name: Text): bool {
  if (!is(name, 'map') && !is(name, 'flatMap')) return false;
  const list = call.arguments;
  if (list.length === 0 || list.get(0).type !== NodeType.ArrowFunctionExpression) return false;
  const body = changetype<ArrowFunctionExpression>(list.get(0)).body;
  return body.type !== NodeType.BlockStatement && isElement(body);
}

/** Whether an expression wraps a component: `memo(…)`, `React.forwardRef(…)`, `connect(…)(…)`, `withRouter(…)`, ``styled.div`…` ``. */
export function isComponentWrapper(node: Node): bool {
  switch (node.type) {
    case NodeType.CallExpression: {
      const callee = unwrap(changetype<CallExpression>(node).callee);
      if (callee.type === NodeType.CallExpression) return isComponentWrapper(callee);
      const name = lastName(callee);
      return (name !== null && (isWrapper(name) || hasWrapperPrefix(name))) || isStyled(callee);
    }
    case NodeType.TaggedTemplateExpression: {
      const tag = unwrap(changetype<TaggedTemplateExpression>(node).tag);
      return isStyled(tag.type === NodeType.CallExpression ? unwrap(changetype<CallExpression>(tag).callee) : tag);
    }
    default:
      return false;
  }
}

export function isComponentClass(superClass: Node | null): bool {
  if (superClass === null) return false;
  const name = lastName(unwrap(superClass));
  return name !== null && isComponentBase(name);
}

/** The last name of a path: `memo` of `React.memo`; null for any other expression. */
function lastName(node: Node): Text | null {
  if (node.type === NodeType.Identifier) return nameOf(node);
  if (node.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(node);
  return member.computed ? null : nameOf(member.property);
}

/** Whether the first name of a path is `styled`. */
function isStyled(node: Node): bool {
  let first = node;
  while (first.type === NodeType.MemberExpression) first = unwrap(changetype<MemberExpression>(first).object);
  return first.type === NodeType.Identifier && is(nameOf(first), styledName);
}
