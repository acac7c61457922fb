/** Decorators: those that say how a function is bound, and sites for the others. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, siteKinds } from '../../../model/link-facts.ts';
import { nameText, type Collector } from './collector.ts';
import { visitArguments } from './calls.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

export interface Decoration {
  flags: number;
  isProperty: boolean;
  isContextManager: boolean;
  isOverload: boolean;
}

/** Decorators that leave a function or class what it is. */
const transparent = new Set(
  (
    'abstractmethod override final wraps lru_cache cache total_ordering dataclass dataclasses dataclass_transform runtime_checkable ' +
    'deprecated no_type_check unique'
  ).split(' '),
);

/** Reads one decorator: its flags go into `into`, its names become sites. */
export function visitDecorator(c: Collector, node: SyntaxNode, into: Decoration): void {
  const expression = partsOf(node).find((part) => codeOf(part) !== codes.comment);
  if (expression === undefined) return;
  const isCall = codeOf(expression) === codes.call;
  const parts = isCall ? partsOf(expression) : [expression];
  const callee = parts[0];
  if (callee === undefined) return;
  const accessor = classify(c, callee, into);
  if (accessor) return;
  visitCallee(c, callee, siteKinds.decorate);
  const given = parts.at(-1);
  if (isCall && given !== undefined && given !== callee) visitArguments(c, given);
}

/** Whether it is an accessor of a property (`@x.setter`), which names nothing else. */
function classify(c: Collector, callee: SyntaxNode, into: Decoration): boolean {
  const isAttribute = codeOf(callee) === codes.attribute;
  const nameNode = isAttribute ? partsOf(callee).at(-1)! : callee;
  const name = codeOf(nameNode) === codes.identifier ? nameText(c, nameNode) : '';
  switch (name) {
    case 'property':
    case 'cached_property':
    case 'abstractproperty':
      into.isProperty = true;
      into.flags |= entityFlags.getter;
      return false;
    case 'setter':
    case 'deleter':
    case 'getter':
      if (!isAttribute || c.frame.kind !== 'class') break;
      into.isProperty = true;
      into.flags |= name === 'getter' ? entityFlags.getter : entityFlags.setter;
      return true;
    case 'staticmethod':
      into.flags |= entityFlags.static;
      return false;
    case 'classmethod':
      into.flags |= entityFlags.static | entityFlags.classMethod;
      return false;
    case 'abstractmethod':
      into.flags |= entityFlags.abstract;
      return false;
    case 'overload':
      // Says the types of what is defined after it.
      into.isOverload = true;
      return false;
    case 'contextmanager':
    case 'asynccontextmanager':
      into.isContextManager = true;
      return false;
  }
  if (!transparent.has(name)) into.flags |= entityFlags.decorated;
  return false;
}
