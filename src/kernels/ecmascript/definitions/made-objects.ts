/**
 * Objects that a function creates and returns, or stores in a variable. The functions in them are defined as methods of that function.
 * Invariant: no method that is made here has the name of another definition of its function, since two definitions of one name would be one symbol.
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
  const object = unwrap(value);
  if (object.type !== NodeType.ObjectExpression) {
    visit(value);
    return;
  }
  const owner = walk.currentIndex;
  const properties = changetype<ObjectExpression>(object).properties;
  for (let index = 0; index < properties.length; index++) {
    const one = properties.get(index);
    if (one.type === NodeType.Property && owner !== -1) visitMember(changetype<Property>(one), owner);
    else visit(one);
    walk.currentIndex = owner;
  }
  visitWrappers(value, object);
}

function visitMember(property: Property, owner: i32): void {
  const functionNode = functionOf(unwrap(property.value));
  const name: PlacedName | null = functionNode === null ? null : keyName(property.key, property.computed);
  if (name !== null && isFree(name.text, owner)) {
    walk.currentIndex = defineObjectMember(property, name, functionNode);
    definitionAt(walk.currentIndex).isMade = true;
  }
  visit(property);
}

/** Whether `owner` is a function that has no definition of that name yet. */
function isFree(name: Text, owner: i32): bool {
  const kind = definitionAt(owner).kind;
  if (kind !== Kind.Function && kind !== Kind.Method && kind !== Kind.Component) return false;
  // The definitions in a function come after it.
  for (let index = owner + 1; index < definitions.length; index++) {
    const other = definitionAt(index);
    if (other.parent === owner && same(other.text, name)) return false;
  }
  return true;
}

/** Whether the function that owns a method also has a later definition of the method's name. */
function isTaken(index: i32): bool {
  const definition = definitionAt(index);
  for (let at = index + 1; at < definitions.length; at++) {
    const other = definitionAt(at);
    if (other.parent === definition.parent && !other.isMade && same(other.text, definition.text)) return true;
  }
  return false;
}

/** Removes methods whose name a later definition of the same function has. The definitions inside such a method move to the function. */
export function dropDuplicates(): void {
  const count = definitions.length;
  const newIndexes = Ints.of(count);
  let keptCount = 0;
  for (let index = 0; index < count; index++) {
    if (definitionAt(index).isMade && isTaken(index)) newIndexes.push(-1);
    else newIndexes.push(keptCount++);
  }
  if (keptCount === count) return;
  // In reverse order: a parent comes before its children, so its own `parent` is still an old index.
  for (let index = count - 1; index >= 0; index--) {
    const definition = definitionAt(index);
    let parent = definition.parent;
    while (parent !== -1 && newIndexes.get(parent) === -1) parent = definitionAt(parent).parent;
    definition.parent = parent === -1 ? -1 : newIndexes.get(parent);
  }
  for (let index = 0; index < count; index++) {
    if (newIndexes.get(index) !== -1) definitions.set(newIndexes.get(index), definitions.get(index));
  }
  definitions.length = keptCount;
}
