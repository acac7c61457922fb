/** Destructuring: each name gets the path from the whole value as its own value. */
import type { Node } from 'oxc-parser';
import { entityKinds, ops, siteKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression, keyName, located } from './collector.ts';

interface PatternDraft {
  /** Expression node of the whole value; 0: unknown. */
  value: number;
  scope: number;
  flags: number;
  /** Type node of the whole value. */
  type?: number;
}

/** Declares the names of a pattern as variables. */
export function declarePattern(c: Collector, pattern: Node, draft: PatternDraft): void {
  const { writer } = c;
  const { scope, flags } = draft;
  switch (pattern.type) {
    case 'Identifier':
      writer.entity(
        {
          name: pattern.name,
          kind: entityKinds.variable,
          flags,

          scope,
          value: draft.value,
          type: draft.type ?? 0,
        },
        located(c, pattern.start),
      );
      return;
    case 'AssignmentPattern': {
      const initial = collectExpression(c, pattern.right, scope);
      declarePattern(c, pattern.left, { ...draft, value: writer.either([draft.value, initial]) });
      return;
    }
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          declarePattern(c, property.argument, { value: draft.value, scope, flags });
          continue;
        }
        if (property.computed) collectExpression(c, property.key, scope);
        const name = keyName(property);
        const value = name === null || draft.value === 0 ? 0 : writer.member(draft.value, name);
        if (value !== 0) writer.site(siteKinds.read, value, located(c, property.key.start), scope);
        declarePattern(c, property.value, { value, scope, flags });
      }
      return;
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        if (element === null) continue;
        if (element.type === 'RestElement') declarePattern(c, element.argument, { value: draft.value, scope, flags });
        else declarePattern(c, element, { value: item(c, draft.value, index), scope, flags });
      }
      return;
    default:
  }
}

function item({ writer }: Collector, value: number, index: number): number {
  return value === 0 ? 0 : writer.node(ops.item, value, index);
}

/** `({ a, b: c.d } = value)`: assigns to what the pattern names. */
export function assignPattern(c: Collector, pattern: Node, value: number, scope: number): void {
  const { writer } = c;
  switch (pattern.type) {
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          assignPattern(c, property.argument, 0, scope);
          continue;
        }
        if (property.computed) collectExpression(c, property.key, scope);
        const name = keyName(property);
        const member = name === null || value === 0 ? 0 : writer.member(value, name);
        if (member !== 0) writer.site(siteKinds.read, member, located(c, property.key.start), scope);
        assignPattern(c, property.value, member, scope);
      }
      return;
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        if (element !== null) assignPattern(c, element, item(c, value, index), scope);
      }
      return;
    case 'AssignmentPattern': {
      const initial = collectExpression(c, pattern.right, scope);
      assignPattern(c, pattern.left, writer.either([value, initial]), scope);
      return;
    }
    case 'RestElement':
      assignPattern(c, pattern.argument, 0, scope);
      return;
    default: {
      const target = collectExpression(c, pattern, scope, siteKinds.write);
      if (target !== 0 && (value !== 0 || writer.opOf(target) === ops.name))
        writer.assign(target, value, located(c, pattern.start), scope);
    }
  }
}

export function boundNames(pattern: Node, names: string[]): void {
  switch (pattern.type) {
    case 'Identifier':
      names.push(pattern.name);
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        boundNames(property.type === 'RestElement' ? property.argument : property.value, names);
      }
      return;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) boundNames(element, names);
      return;
    case 'AssignmentPattern':
      boundNames(pattern.left, names);
      return;
    case 'RestElement':
      boundNames(pattern.argument, names);
      return;
    default:
  }
}
