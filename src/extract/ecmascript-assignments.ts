/** Statements that assign: the definitions that they make. */
import type { Node } from 'oxc-parser';
import { objectOf, visitObjectMembers } from './ecmascript-classes.ts';
import { assignmentChain, isVoid, letOut, targetOf, type Target } from './ecmascript-commonjs.ts';
import { functionOf, visitPattern } from './ecmascript-functions.ts';
import { bindRequest } from './ecmascript-imports.ts';
import { keyName, unwrap } from './ecmascript-names.ts';
import { kindOf, valueSignature, visitValue, type Place } from './ecmascript-variables.ts';
import { define, visibilities, visit, type DefinitionDraft, type NodeOf, type Walk } from './ecmascript-walk.ts';

export function visitAssignmentStatement(walk: Walk, node: NodeOf<'AssignmentExpression'>, place: Place): void {
  const { targets, value } = assignmentChain(node);
  let index = -1;
  for (const left of targets) {
    const target = targetOf(left);
    if (target === null) visitPattern(walk, left);
    else if (index === -1) index = assign(walk, target, value, place);
  }
  if (index === -2) return;
  const outer = walk.current;
  if (index >= 0) walk.current = index;
  if (index === -1) visit(walk, value);
  else visitValue(walk, value, index, false);
  walk.current = outer;
}

/** The definition that assigning makes; -1 for none, -2 when the value is walked already. */
function assign(walk: Walk, target: Target, value: Node, place: Place): number {
  switch (target.is) {
    case 'export':
      return assignExport(walk, target, value, place);
    case 'exports':
      return assignExports(walk, target, value, place);
    case 'prototype':
      return assignPrototype(walk, target.owner, value);
    case 'member':
      return assignMember(walk, target, value, place);
  }
}

function draftOf(
  walk: Walk,
  value: Node,
  target: { name: string; at: number; end: number },
  place: Place,
): DefinitionDraft {
  const inner = unwrap(value);
  return {
    name: target.name,
    kind: kindOf(target.name, inner),
    at: target.at,
    start: place.start,
    end: place.end,
    signature: valueSignature(walk, {
      value: inner,
      called: functionOf(inner),
      nameEnd: target.end,
      end: place.end,
    }),
    visibility: visibilities.exported,
  };
}

function assignExport(walk: Walk, target: Extract<Target, { is: 'export' }>, value: Node, place: Place): number {
  if (letOut(walk, value) || isVoid(value)) return -1;
  bindRequest(walk, { type: 'Identifier', name: target.name, start: target.at, end: target.end }, value);
  return define(walk, { ...draftOf(walk, value, target, place), parent: -1 });
}

function assignExports(walk: Walk, target: Extract<Target, { is: 'exports' }>, value: Node, place: Place): number {
  if (letOut(walk, value)) return -1;
  const members = objectOf(value);
  if (members !== null) {
    for (const property of members.properties) visitExportedProperty(walk, property);
    return -2;
  }
  const inner = unwrap(value);
  const called = functionOf(inner);
  if (called === null && inner.type !== 'ClassExpression') return -1;
  // A function without a name goes by `exports`, which is what its file calls it.
  const id = inner.type === 'ClassExpression' || inner.type === 'FunctionExpression' ? inner.id : null;
  const name =
    id === null ? { name: walk.text.slice(target.at, target.end), at: target.at } : { name: id.name, at: id.start };
  return define(walk, { ...draftOf(walk, value, { ...name, end: id?.end ?? target.end }, place), parent: -1 });
}

/** `module.exports = { a, b: c, d() {} }`: local names are let out, the rest is defined. */
function visitExportedProperty(walk: Walk, property: NodeOf<'ObjectExpression'>['properties'][number]): void {
  if (property.type !== 'Property' || (property.value.type === 'Identifier' && letOut(walk, property.value))) {
    visit(walk, property);
    return;
  }
  const name = keyName(walk.text, property.key, property.computed);
  if (name === null) {
    visit(walk, property);
    return;
  }
  bindRequest(walk, { type: 'Identifier', name: name.name, start: name.at, end: name.at }, property.value);
  const place = {
    start: property.start,
    end: property.end,
    visibility: visibilities.exported,
    local: false,
    top: false,
  };
  const draft = draftOf(walk, property.value, { ...name, end: property.key.end }, place);
  const outer = walk.current;
  walk.current = define(walk, { ...draft, parent: -1 });
  visitValue(walk, property.value, walk.current, true);
  walk.current = outer;
}

function ownerOf(walk: Walk, name: string): { parent: number; container?: string } {
  const known = walk.topLevel.get(name);
  return known === undefined ? { parent: -1, container: name } : { parent: known[0]! };
}

function assignPrototype(walk: Walk, owner: string, value: Node): number {
  const members = objectOf(value);
  const { parent } = ownerOf(walk, owner);
  if (members === null || parent === -1) return -1;
  visitObjectMembers(walk, members, parent);
  return -2;
}

/** A function or class that becomes a member of something named. */
function assignMember(walk: Walk, target: Extract<Target, { is: 'member' }>, value: Node, place: Place): number {
  const inner = unwrap(value);
  const called = functionOf(inner);
  if (called === null && inner.type !== 'ClassExpression') return -1;
  const draft = draftOf(walk, value, target, place);
  if (draft.kind === 'function') draft.kind = 'method';
  draft.visibility = visibilities.inherited;
  const { owner, prototype } = target;
  if (owner === null) {
    const holder = holderOfThis(walk);
    return holder === -1 ? -1 : define(walk, { ...draft, parent: holder });
  }
  if (place.local && !prototype && !walk.topLevel.has(owner)) return -1;
  return define(walk, { ...draft, ...ownerOf(walk, owner) });
}

/** What `this` is: the class around a constructor or method, or a function of the days before classes. */
function holderOfThis(walk: Walk): number {
  if (walk.current === -1) return -1;
  const { kind } = walk.definitions[walk.current]!;
  if (kind === 'method') return walk.facts[walk.current]!.parent;
  return kind === 'function' ? walk.current : -1;
}
