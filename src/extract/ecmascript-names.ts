/** Names and dotted paths as they stand in an ECMAScript tree. */
import type { Node } from 'oxc-parser';
import type { NodeOf } from './ecmascript-walk.ts';

export interface PlacedName {
  name: string;
  at: number;
}

/** Longest computed key that is a name (`[Symbol.iterator]`). */
const maxComputed = 60;

/** The name of a member's key; null when it is computed at length or nothing that can be named. */
export function keyName(text: string, key: Node, computed: boolean): PlacedName | null {
  switch (key.type) {
    case 'Identifier':
      if (!computed) return { name: key.name, at: key.start };
      break;
    case 'PrivateIdentifier':
      return { name: `#${key.name}`, at: key.start };
    case 'Literal':
      return literalName(text, key);
    case 'TemplateLiteral':
      if (key.expressions.length === 0) return { name: text.slice(key.start + 1, key.end - 1), at: key.start + 1 };
      break;
    default:
  }
  return computed ? computedName(text, key) : null;
}

/** A string's text between its quotes, as written, or a number. */
export function literalName(text: string, { start, end, value }: NodeOf<'Literal'>): PlacedName | null {
  const quoted = typeof value === 'string';
  const name = quoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
  return name === '' || name.includes('\n') ? null : { name, at: quoted ? start + 1 : start };
}

/** A symbol or constant in its brackets. */
function computedName(text: string, key: Node): PlacedName | null {
  if (fullPath(key).includes('?')) return null;
  const { start, end } = key;
  const open = text.lastIndexOf('[', start);
  const close = text.indexOf(']', end);
  if (open === -1 || close === -1 || close - open > maxComputed) return null;
  const name = text.slice(open, close + 1);
  return name.includes('\n') ? null : { name, at: open };
}

/** What stands behind parentheses of types, `!` and optional chains. */
export function unwrap(node: Node): Node {
  let inner = node;
  for (;;) {
    switch (inner.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        inner = inner.expression;
        break;
      default:
        return inner;
    }
  }
}

/** A dotted path; what is no plain name in it is `?`. */
function fullPath(node: Node): string {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return inner.name;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'MetaProperty':
      return `${inner.meta.name}.${inner.property.name}`;
    case 'MemberExpression': {
      if (inner.computed) return '?';
      const { property } = inner;
      const base = fullPath(inner.object);
      return `${base}.${property.type === 'PrivateIdentifier' ? '#' : ''}${property.name}`;
    }
    case 'JSXMemberExpression':
      return `${fullPath(inner.object)}.${inner.property.name}`;
    case 'TSQualifiedName':
      return `${fullPath(inner.left)}.${inner.right.name}`;
    default:
      return '?';
  }
}
