/** React components by their shape: what returns elements, what wraps them, what extends a component class. */
import type { Node } from 'oxc-parser';
import { unwrap } from './ecmascript-names.ts';
import type { NodeOf } from './ecmascript-walk.ts';

const elementMakers = new Set([
  'createElement',
  'cloneElement',
  'createPortal',
  'jsx',
  'jsxs',
  'jsxDEV',
  '_jsx',
  '_jsxs',
]);
const wrappers = new Set(['memo', 'forwardRef', 'observer', 'lazy', 'connect', 'styled']);
const baseClasses = new Set(['Component', 'PureComponent']);

export function isComponentName(name: string): boolean {
  const code = name.charCodeAt(0);
  return code >= 65 && code <= 90;
}

/** Whether an expression gives an element, at least in one of its branches. */
export function isElement(node: Node): boolean {
  const value = unwrap(node);
  switch (value.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'ConditionalExpression':
      return isElement(value.consequent) || isElement(value.alternate);
    case 'LogicalExpression':
      return isElement(value.right);
    case 'SequenceExpression': {
      const last = value.expressions[value.expressions.length - 1];
      return last !== undefined && isElement(last);
    }
    case 'CallExpression':
      return elementMakers.has(lastName(value.callee)) || mapsToElements(value);
    default:
      return false;
  }
}

/** `items.map((item) => <li />)`. */
function mapsToElements({ callee, arguments: list }: NodeOf<'CallExpression'>): boolean {
  if (!/^(?:map|flatMap)$/.test(lastName(callee))) return false;
  const callback = list[0];
  return (
    callback?.type === 'ArrowFunctionExpression' && callback.body.type !== 'BlockStatement' && isElement(callback.body)
  );
}

/** `memo(…)`, `React.forwardRef(…)`, `connect(…)(…)`, `withRouter(…)`, ``styled.div`…` ``. */
export function isComponentWrapper(node: Node): boolean {
  switch (node.type) {
    case 'CallExpression': {
      const callee = unwrap(node.callee);
      if (callee.type === 'CallExpression') return isComponentWrapper(callee);
      const name = lastName(callee);
      return wrappers.has(name) || /^with[A-Z]/.test(name) || firstName(callee) === 'styled';
    }
    case 'TaggedTemplateExpression': {
      const tag = unwrap(node.tag);
      return (tag.type === 'CallExpression' ? firstName(unwrap(tag.callee)) : firstName(tag)) === 'styled';
    }
    default:
      return false;
  }
}

export function isComponentClass(superClass: Node | null): boolean {
  return superClass !== null && baseClasses.has(lastName(unwrap(superClass)));
}

function lastName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? node.property.name : '';
}

function firstName(node: Node): string {
  let first = node;
  while (first.type === 'MemberExpression') first = unwrap(first.object);
  return first.type === 'Identifier' ? first.name : '';
}
