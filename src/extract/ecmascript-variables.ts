/** Variables: functions, classes and components by what they hold; names taken out of patterns. */
import type { Node } from 'oxc-parser';
import type { DefinitionKind } from '../model/definition.ts';
import { objectOf, visitClass, visitObjectMembers } from './ecmascript-classes.ts';
import { assignedValue } from './ecmascript-commonjs.ts';
import { isComponentClass, isComponentName, isComponentWrapper } from './ecmascript-components.ts';
import {
  functionOf,
  functionSignature,
  visitFunction,
  visitPattern,
  type FunctionNode,
} from './ecmascript-functions.ts';
import { bindRequest } from './ecmascript-imports.ts';
import { unwrap } from './ecmascript-names.ts';
import { visitWrappers } from './ecmascript-calls.ts';
import {
  define,
  nameTopLevel,
  signatureBetween,
  visibilities,
  visit,
  type NodeOf,
  type Visibility,
  type Walk,
} from './ecmascript-walk.ts';

/** Where a declaration stands: the span of the whole statement, and who sees what it declares. */
export interface Place {
  start: number;
  end: number;
  visibility: Visibility;
  /** Inside a function or a block: only what holds functions and classes is a definition. */
  local: boolean;
  /** At the top of the file, where export lists and assignments to `module.exports` find it. */
  top: boolean;
}

export function declareVariables(walk: Walk, node: NodeOf<'VariableDeclaration'>, place: Place): void {
  const { declarations } = node;
  const alone = declarations.length === 1;
  for (const one of declarations) {
    const span = alone ? place : { ...place, start: one.start, end: one.end };
    const init = one.init === null ? null : assignedValue(walk, one.init, one.id);
    if (init !== null && one.id.type !== 'ArrayPattern') bindRequest(walk, one.id, init);
    if (one.id.type === 'Identifier') declareVariable(walk, one.id, init, { ...span, valueEnd: one.end });
    else declarePattern(walk, one, init, span);
  }
}

type Name = NodeOf<'VariableDeclarator'>['id'] & { type: 'Identifier' };

/** What a variable is, by its value. */
export function kindOf(name: string, value: Node | null): DefinitionKind {
  if (value === null) return 'variable';
  if (functionOf(value) !== null) return 'function';
  if (value.type === 'ClassExpression') return isComponentClass(value.superClass) ? 'component' : 'class';
  return isComponentName(name) && isComponentWrapper(value) ? 'component' : 'variable';
}

function declareVariable(walk: Walk, id: Name, init: Node | null, place: Place & { valueEnd: number }): void {
  const value = init === null ? null : unwrap(init);
  const kind = kindOf(id.name, value);
  if (place.local && kind === 'variable') {
    visit(walk, id.typeAnnotation);
    visit(walk, init);
    return;
  }
  const outer = walk.current;
  const nameEnd = id.start + id.name.length;
  const called = value === null ? null : (functionOf(value) ?? (kind === 'component' ? wrappedFunction(value) : null));
  const index = define(walk, {
    name: id.name,
    kind,
    at: id.start,
    start: place.start,
    end: place.end,
    signature: valueSignature(walk, { value, called, nameEnd, end: place.valueEnd }),
    visibility: place.visibility,
  });
  if (place.top) nameTopLevel(walk, index);
  walk.current = index;
  visit(walk, id.typeAnnotation);
  if (init !== null) visitValue(walk, init, index, place.local);
  walk.current = outer;
}

interface ValueText {
  value: Node | null;
  called: FunctionNode | null;
  nameEnd: number;
  end: number;
}

/** A function's from its `(`, a class's from behind its name to its body, anything else's from behind the name. */
export function valueSignature(walk: Walk, { value, called, nameEnd, end }: ValueText): string | null {
  if (called !== null) return functionSignature(walk, called, called.start);
  if (value?.type === 'ClassExpression') return classSignature(walk, value);
  return signatureBetween(walk, nameEnd, end);
}

export function classSignature(walk: Walk, node: NodeOf<'ClassExpression'>): string | null {
  const { text } = walk;
  const start = node.id?.end ?? text.indexOf('class', node.start) + 'class'.length;
  return signatureBetween(walk, start, node.body.start);
}

/** The function within `memo(…)`, `memo(forwardRef(…))`. */
function wrappedFunction(value: Node): FunctionNode | null {
  let node = value;
  for (let steps = 0; steps < 4 && node.type === 'CallExpression'; steps++) {
    const first: Node | undefined = node.arguments[0];
    if (first === undefined) return null;
    node = unwrap(first);
    const found = functionOf(node);
    if (found !== null) return found;
  }
  return null;
}

/** Walks the value of definition `index`: its members or its body belong to it. */
export function visitValue(walk: Walk, init: Node, index: number, local: boolean): void {
  const value = unwrap(init);
  const called = functionOf(value);
  if (called !== null) {
    finishFunction(walk, called, index);
  } else if (value.type === 'ClassExpression') visitClass(walk, value, index);
  else {
    const members = local ? null : objectOf(value);
    if (members === null || index === -1) {
      visit(walk, init);
      return;
    }
    visitObjectMembers(walk, members, index);
  }
  visitWrappers(walk, init, value);
}

/** Walks a function's inside; one with a capital that returns an element is a component. */
export function finishFunction(walk: Walk, node: FunctionNode, index: number): void {
  const renders = visitFunction(walk, node, visit);
  const definition = walk.definitions[index];
  if (!renders || definition?.kind !== 'function') return;
  if (isComponentName(definition.name) || definition.name === 'default') definition.kind = 'component';
}

/** `const { a, b: [c] } = …`: a variable each. */
function declarePattern(walk: Walk, node: NodeOf<'VariableDeclarator'>, init: Node | null, place: Place): void {
  const outer = walk.current;
  if (!place.local) {
    for (const { name, start } of boundIdentifiers(node.id)) {
      const index = define(walk, {
        name,
        kind: 'variable',
        at: start,
        start: place.start,
        end: place.end,
        signature: null,
        visibility: place.visibility,
        parent: outer,
      });
      if (place.top) nameTopLevel(walk, index);
      walk.current = index;
    }
  }
  visitPattern(walk, node.id);
  visit(walk, init);
  walk.current = outer;
}

function* boundIdentifiers(pattern: Node): Generator<NodeOf<'Identifier'>> {
  switch (pattern.type) {
    case 'Identifier':
      yield pattern;
      break;
    case 'ObjectPattern':
      for (const one of pattern.properties)
        yield* boundIdentifiers(one.type === 'RestElement' ? one.argument : one.value);
      break;
    case 'ArrayPattern':
      for (const one of pattern.elements) if (one !== null) yield* boundIdentifiers(one);
      break;
    case 'AssignmentPattern':
      yield* boundIdentifiers(pattern.left);
      break;
    case 'RestElement':
      yield* boundIdentifiers(pattern.argument);
      break;
    default:
  }
}

/** A place inside a function or block. */
export function localPlace({ start, end }: Node): Place {
  return { start, end, visibility: visibilities.hidden, local: true, top: false };
}
