/**
 * Objects that a function creates and returns, or stores in a variable: their functions are methods of that function.
 * Invariant: no such method has the name of another definition of the function, since two definitions of one name would be one symbol.
 */
import { Kind } from '../generated/codes';
import { Ints } from '../ints';
import { Node, NodeType, ObjectExpression, Property } from '../generated/nodes';
import { same, Text } from '../texts';
import { visitWrappers } from './calls';
import { visit } from './handlers';
import { keyName, PlacedName, unwrap } from './names';
import { definitionAt, definitions } from './records';
import { defineObjectMember, functionOf } from './values';
import { walk } from './walk';

/** Visits the value that a function returns, or that one of its variables has. */
export function visitMade(value: Node | null): void {
  if (value === null) return;
  const made = unwrap(value);
  if (made.type !== NodeType.ObjectExpression) {
    visit(value);
    return;
  }
  const owner = walk.current;
  const properties = changetype<ObjectExpression>(made).properties;
  for (let index = 0; index < properties.length; index++) {
    const one = properties.get(index);
    if (one.type === NodeType.Property && owner !== -1) visitMember(changetype<Property>(one), owner);
    else visit(one);
    walk.current = owner;
  }
  visitWrappers(value, made);
}

function visitMember(property: Property, owner: i32): void {
  const called = functionOf(unwrap(property.value));
  const name: PlacedName | null = called === null ? null : keyName(property.key, property.computed);
  if (name !== null && isFree(name.text, owner)) {
    walk.current = defineObjectMember(property, name, called);
    definitionAt(walk.current).made = true;
  }
  visit(property);
}

/** Whether a function has no definition of that name yet. */
function isFree(name: Text, owner: i32): bool {
  const kind = definitionAt(owner).kind;
  if (kind !== Kind.Function && kind !== Kind.Method && kind !== Kind.Component) return false;
  // Its own definitions come after it.
  for (let index = owner + 1; index < definitions.length; index++) {
    const other = definitionAt(index);
    if (other.parent === owner && same(other.text, name)) return false;
  }
  return true;
}

/** Whether the function has a later definition of the same name. */
function isTaken(index: i32): bool {
  const definition = definitionAt(index);
  for (let at = index + 1; at < definitions.length; at++) {
    const other = definitionAt(at);
    if (other.parent === definition.parent && !other.made && same(other.text, definition.text)) return true;
  }
  return false;
}

/** Removes methods whose name a later definition has. Their own definitions move to the function. */
export function dropDuplicates(): void {
  const count = definitions.length;
  const places = Ints.of(count);
  let kept = 0;
  for (let index = 0; index < count; index++) {
    if (definitionAt(index).made && isTaken(index)) places.push(-1);
    else places.push(kept++);
  }
  if (kept === count) return;
  // Backwards: a parent comes before its children, so it still has its own parent.
  for (let index = count - 1; index >= 0; index--) {
    const definition = definitionAt(index);
    let parent = definition.parent;
    while (parent !== -1 && places.get(parent) === -1) parent = definitionAt(parent).parent;
    definition.parent = parent === -1 ? -1 : places.get(parent);
  }
  for (let index = 0; index < count; index++) {
    if (places.get(index) !== -1) definitions.set(places.get(index), definitions.get(index));
  }
  definitions.length = kept;
}
