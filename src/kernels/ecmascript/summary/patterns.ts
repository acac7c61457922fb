/** Destructuring: each name gets a member or an item of the whole value. */
import { Ints } from '../ints';
import {
  ArrayPattern,
  AssignmentPattern,
  Identifier,
  Node,
  NodeType,
  ObjectPattern,
  Property,
  RestElement,
} from '../generated/nodes';
import { fieldFlags, fieldType, fieldValue, kindVariable, opItem, siteRead, siteWrite } from '../generated/codes';
import { collectExpression } from './collector';
import { addName } from './names';
import { keyName } from './syntax';
import { runsIterator } from './implicit-calls';
import { writer } from './writer';

/**
 * Declares the names of a pattern as variables.
 * @param value expression node of the whole value; 0: unknown
 * @param type type node of the whole value; used only if the pattern is a single name
 */
export function declarePattern(pattern: Node, value: i32, scope: i32, flags: i32, type: i32): void {
  switch (pattern.type) {
    case NodeType.Identifier: {
      const entity = writer.entity(changetype<Identifier>(pattern).name, kindVariable, pattern.start, scope);
      writer.set(entity, fieldFlags, flags);
      writer.set(entity, fieldValue, value);
      writer.set(entity, fieldType, type);
      return;
    }
    case NodeType.AssignmentPattern: {
      const node = changetype<AssignmentPattern>(pattern);
      const initial = collectExpression(node.right, scope);
      declarePattern(node.left, writer.eitherOf(value, initial), scope, flags, type);
      return;
    }
    case NodeType.ObjectPattern: {
      const properties = changetype<ObjectPattern>(pattern).properties;
      for (let index = 0; index < properties.length; index++) {
        declareProperty(properties.get(index), value, scope, flags);
      }
      return;
    }
    case NodeType.ArrayPattern: {
      const elements = changetype<ArrayPattern>(pattern).elements;
      runsIterator(value, false, pattern.start, scope);
      for (let index = 0; index < elements.length; index++) {
        const element = elements.at(index);
        if (element === null) continue;
        if (element.type === NodeType.RestElement) {
          declarePattern(changetype<RestElement>(element).argument, value, scope, flags, 0);
        } else declarePattern(element, itemOf(value, index), scope, flags, 0);
      }
      return;
    }
    default:
  }
}

function declareProperty(node: Node, whole: i32, scope: i32, flags: i32): void {
  if (node.type === NodeType.RestElement) {
    declarePattern(changetype<RestElement>(node).argument, whole, scope, flags, 0);
    return;
  }
  const property = changetype<Property>(node);
  declarePattern(property.value, memberOf(property, whole, scope), scope, flags, 0);
}

/** The member of the whole value that a property of a pattern names, as a node; 0: unknown. */
function memberOf(property: Property, whole: i32, scope: i32): i32 {
  const key = property.key;
  if (property.computed) collectExpression(key, scope);
  const name = keyName(key, property.computed);
  if (name === null || whole === 0) return 0;
  const member = writer.member(whole, name);
  writer.site(siteRead, member, key.start, scope);
  return member;
}

function itemOf(value: i32, index: i32): i32 {
  return value === 0 ? 0 : writer.node2(opItem, value, index);
}

/** `({ a, b: c.d } = value)`: assigns to the targets in the pattern. */
export function assignPattern(pattern: Node, value: i32, scope: i32): void {
  switch (pattern.type) {
    case NodeType.ObjectPattern: {
      const properties = changetype<ObjectPattern>(pattern).properties;
      for (let index = 0; index < properties.length; index++) assignProperty(properties.get(index), value, scope);
      return;
    }
    case NodeType.ArrayPattern: {
      const elements = changetype<ArrayPattern>(pattern).elements;
      for (let index = 0; index < elements.length; index++) {
        const element = elements.at(index);
        if (element !== null) assignPattern(element, itemOf(value, index), scope);
      }
      return;
    }
    case NodeType.AssignmentPattern: {
      const node = changetype<AssignmentPattern>(pattern);
      const initial = collectExpression(node.right, scope);
      assignPattern(node.left, writer.eitherOf(value, initial), scope);
      return;
    }
    case NodeType.RestElement:
      assignPattern(changetype<RestElement>(pattern).argument, 0, scope);
      return;
    default: {
      const target = collectExpression(pattern, scope, siteWrite);
      if (target !== 0) {
        writer.assign(target, value, pattern.start, scope);
      }
    }
  }
}

function assignProperty(node: Node, whole: i32, scope: i32): void {
  if (node.type === NodeType.RestElement) {
    assignPattern(changetype<RestElement>(node).argument, 0, scope);
    return;
  }
  const property = changetype<Property>(node);
  assignPattern(property.value, memberOf(property, whole, scope), scope);
}

/** Adds the names that a pattern declares to `names`. */
export function addBoundNames(pattern: Node, names: Ints): void {
  switch (pattern.type) {
    case NodeType.Identifier:
      addName(names, changetype<Identifier>(pattern).name);
      return;
    case NodeType.ObjectPattern: {
      const properties = changetype<ObjectPattern>(pattern).properties;
      for (let index = 0; index < properties.length; index++) {
        const property = properties.get(index);
        if (property.type === NodeType.RestElement) addBoundNames(changetype<RestElement>(property).argument, names);
        else addBoundNames(changetype<Property>(property).value, names);
      }
      return;
    }
    case NodeType.ArrayPattern: {
      const elements = changetype<ArrayPattern>(pattern).elements;
      for (let index = 0; index < elements.length; index++) {
        const element = elements.at(index);
        if (element !== null) addBoundNames(element, names);
      }
      return;
    }
    case NodeType.AssignmentPattern:
      addBoundNames(changetype<AssignmentPattern>(pattern).left, names);
      return;
    case NodeType.RestElement:
      addBoundNames(changetype<RestElement>(pattern).argument, names);
      return;
    default:
  }
}
