/** Classes and interfaces with their heritage and members. */
import { Ints } from '../ints';
import {
  AssignmentPattern,
  ClassBody,
  ClassNode,
  Decorator,
  FunctionNode,
  Identifier,
  List,
  MethodDefinition,
  Node,
  NodeType,
  PropertyDefinition,
  StaticBlock,
  TSClassImplements,
  TSInterfaceBody,
  TSInterfaceDeclaration,
  TSInterfaceHeritage,
  TSParameterProperty,
  Word,
} from '../generated/nodes';
import { Text } from '../texts';
import {
  fieldFlags,
  fieldListA,
  fieldListB,
  fieldOwnScope,
  fieldParent,
  fieldScope,
  fieldType,
  fieldValue,
  flagAbstract,
  flagAccessorBody,
  flagDecorated,
  flagGetter,
  flagImplemented,
  flagOptional,
  flagPrivate,
  flagSetter,
  flagStatic,
  heritageExtends,
  heritageImplements,
  kindClass,
  kindInterface,
  kindProperty,
  opCall,
  scopeClass,
  scopeFunction,
  siteDecorate,
  siteExtends,
  siteImplements,
  siteRead,
} from '../generated/codes';
import { collectExpression, collectStatements, collectType } from './collector';
import { contextOfType, setContext } from './contexts';
import { documented } from './doc-types';
import { annotationOf, isFunction, NameScope } from './function-nodes';
import { collectFunction, ownName } from './functions';
import { memberName, memberOffset } from './member-names';
import { collectMember, collectMembers } from './signatures';
import { classEntity, setClassEntity } from './state';
import { bare, noName } from './syntax';
import { declaredType, typeArguments, typeParameters } from './type-parameters';
import { namedType } from './types';
import { writer } from './writer';

/**
 * Collects a class. @returns its entity
 * @param offset of the name
 * @param isDeclared whether the class declares its name in the scope
 * @param extraFlags added to those of the node
 */
export function collectClass(
  node: ClassNode,
  scope: i32,
  name: Text,
  offset: i32,
  isDeclared: bool,
  extraFlags: i32,
): i32 {
  const id = changetype<Identifier | null>(node.id);
  const ownNameEntity = isDeclared || id === null || id.start === offset ? -1 : ownName(id, scope);
  const ownScope = writer.scope(ownNameEntity === -1 ? scope : writer.get(ownNameEntity, fieldScope), scopeClass, -1);
  const entity = writer.entity(name, kindClass, offset, isDeclared ? scope : ownScope);
  if (ownNameEntity !== -1) writer.set(ownNameEntity, fieldValue, writer.entityNode(entity));
  writer.set(entity, fieldFlags, flagImplemented | extraFlags);
  writer.set(entity, fieldOwnScope, ownScope);
  writer.setScopeOwner(ownScope, entity);
  collectDecorators(node.decorators, scope);
  writer.set(entity, fieldListB, typeParameters(node.typeParameters, ownScope));
  writer.set(entity, fieldListA, ancestorsOf(node, ownScope));
  const outer = classEntity;
  setClassEntity(entity);
  const members = changetype<ClassBody>(node.body).body;
  for (let index = 0; index < members.length; index++) collectClassMember(members.get(index), ownScope);
  setClassEntity(outer);
  return entity;
}

/** The list of what a class extends and implements. */
function ancestorsOf(node: ClassNode, ownScope: i32): i32 {
  const implemented = node.implemented;
  const ancestors = Ints.of(implemented.length * 2 + 2);
  const superClass = node.superClass;
  if (superClass !== null) {
    const base = collectExpression(superClass, ownScope, siteExtends);
    const types = typeArguments(node.superTypeArguments, ownScope);
    ancestors.push(heritageExtends);
    ancestors.push(types === 0 ? base : writer.node3(opCall, base, 0, types));
  }
  for (let index = 0; index < implemented.length; index++) {
    const ancestor = changetype<TSClassImplements>(implemented.get(index));
    ancestors.push(heritageImplements);
    ancestors.push(namedType(ancestor.expression, ancestor.typeArguments, siteImplements, ownScope));
  }
  return writer.list(ancestors);
}

/** @returns whether there are decorators */
function collectDecorators(decorators: List, scope: i32): bool {
  for (let index = 0; index < decorators.length; index++) {
    const expression = changetype<Decorator>(decorators.get(index)).expression;
    const isCalled = bare(expression).type === NodeType.CallExpression;
    collectExpression(expression, scope, isCalled ? siteRead : siteDecorate);
  }
  return decorators.length > 0;
}

function memberFlags(isStatic: bool, accessibility: Word, isOptional: bool): i32 {
  return (
    (isStatic ? flagStatic : 0) | (accessibility === Word.Private ? flagPrivate : 0) | (isOptional ? flagOptional : 0)
  );
}

function collectClassMember(member: Node, ownScope: i32): void {
  switch (member.type) {
    case NodeType.MethodDefinition:
    case NodeType.TSAbstractMethodDefinition:
      collectMethod(changetype<MethodDefinition>(member), ownScope);
      return;
    case NodeType.PropertyDefinition:
    case NodeType.TSAbstractPropertyDefinition:
    case NodeType.AccessorProperty:
    case NodeType.TSAbstractAccessorProperty: {
      const field = changetype<PropertyDefinition>(member);
      collectDecorators(field.decorators, ownScope);
      const flags = memberFlags(field.isStatic, field.accessibility, field.optional);
      collectField(field.key, field.computed, field.typeAnnotation, field.value, flags, ownScope);
      return;
    }
    case NodeType.StaticBlock:
      collectStaticBlock(changetype<StaticBlock>(member), ownScope);
      return;
    case NodeType.TSIndexSignature:
      collectMember(member, classEntity, ownScope);
      return;
    default:
  }
}

function collectStaticBlock(node: StaticBlock, ownScope: i32): void {
  const holder = writer.entity(noName, kindProperty, node.start, ownScope);
  writer.set(holder, fieldFlags, flagStatic);
  writer.set(holder, fieldParent, classEntity);
  collectStatements(node.body, writer.scope(ownScope, scopeFunction, holder));
}

function collectMethod(member: MethodDefinition, ownScope: i32): void {
  const owner = classEntity;
  const decorated = collectDecorators(member.decorators, ownScope) ? flagDecorated : 0;
  if (member.computed) collectExpression(member.key, ownScope);
  const name = memberName(member.key, member.computed);
  const abstract = member.type === NodeType.TSAbstractMethodDefinition ? flagAbstract : 0;
  const flags = memberFlags(member.isStatic, member.accessibility, member.optional) | decorated | abstract;
  const offset = memberOffset(member.key, member.computed);
  const nameOrNone = name === null ? noName : name;
  // An accessor is a property, whose type and value are those of the getter's function.
  if (member.kind === Word.Get || member.kind === Word.Set) {
    const extraFlags = flags | flagAccessorBody;
    const functionEntity = collectFunction(
      member.value,
      ownScope,
      nameOrNone,
      offset,
      NameScope.Expression,
      owner,
      extraFlags,
    );
    if (name === null) return;
    const isGetter = member.kind === Word.Get;
    const accessor = writer.entity(name, kindProperty, offset, writer.get(functionEntity, fieldOwnScope));
    writer.set(accessor, fieldFlags, flags | (isGetter ? flagGetter | flagImplemented : flagSetter));
    writer.set(accessor, fieldParent, owner);
    if (!isGetter) return;
    writer.set(accessor, fieldType, writer.get(functionEntity, fieldType));
    writer.set(accessor, fieldValue, writer.get(functionEntity, fieldValue));
    return;
  }
  const functionEntity = collectFunction(member.value, ownScope, nameOrNone, offset, NameScope.Member, owner, flags);
  if (member.kind === Word.Constructor)
    parameterProperties(changetype<FunctionNode>(member.value).params, functionEntity, owner);
}

/** Adds the parameter properties of a constructor to the members of its class. */
function parameterProperties(params: List, functionEntity: i32, owner: i32): void {
  const parameters = writer.get(functionEntity, fieldListA);
  const scope = writer.get(functionEntity, fieldOwnScope);
  for (let position = 0; position < params.length; position++) {
    const parameter = params.get(position);
    if (parameter.type !== NodeType.TSParameterProperty) continue;
    const pattern = changetype<TSParameterProperty>(parameter).parameter;
    const target = pattern.type === NodeType.AssignmentPattern ? changetype<AssignmentPattern>(pattern).left : pattern;
    if (target.type !== NodeType.Identifier) continue;
    const type = typeWithoutSites(target, scope);
    const value = writer.entityNode(writer.item(parameters, position));
    const entity = writer.entity(changetype<Identifier>(target).name, kindProperty, target.start, scope);
    writer.set(entity, fieldParent, owner);
    writer.set(entity, fieldType, type);
    writer.set(entity, fieldValue, value);
  }
}

/** The type of a parameter property. Its sites are dropped, since the parameter has recorded them. */
function typeWithoutSites(target: Node, scope: i32): i32 {
  const siteCount = writer.sites.length;
  const type = collectType(annotationOf(target), scope);
  writer.sites.length = siteCount;
  return type;
}

function collectField(
  key: Node,
  computed: bool,
  annotation: Node | null,
  initial: Node | null,
  flags: i32,
  ownScope: i32,
): void {
  const owner = classEntity;
  if (computed) collectExpression(key, ownScope);
  const name = memberName(key, computed);
  const offset = memberOffset(key, computed);
  const type = declaredType(annotation, ownScope);
  // An initial value is evaluated with the instance as `this`.
  const valueScope = initial === null ? ownScope : writer.scope(ownScope, scopeFunction, -1);
  if (initial !== null && name !== null && type === 0) {
    const value = bare(initial);
    // A field whose value is a function counts as a method.
    if (isFunction(value)) {
      collectFunction(value, ownScope, name, offset, NameScope.Member, owner, flags);
      return;
    }
  }
  let holder = -1;
  if (name !== null) {
    holder = writer.entity(name, kindProperty, offset, ownScope);
    writer.set(holder, fieldFlags, flags);
    writer.set(holder, fieldParent, owner);
    writer.set(holder, fieldType, type);
    if (valueScope !== ownScope) writer.setScopeOwner(valueScope, holder);
  }
  const node = documented(collectExpression(initial, valueScope), key.start, ownScope);
  if (type !== 0) setContext(node, contextOfType(type));
  if (holder !== -1) writer.set(holder, fieldValue, node);
}

export function collectInterface(node: TSInterfaceDeclaration, scope: i32, flags: i32): i32 {
  const ownScope = writer.scope(scope, scopeClass, -1);
  const id = changetype<Identifier>(node.id);
  const entity = writer.entity(id.name, kindInterface, id.start, scope);
  writer.set(entity, fieldFlags, flags);
  writer.set(entity, fieldOwnScope, ownScope);
  writer.set(entity, fieldListB, typeParameters(node.typeParameters, ownScope));
  const extended = node.extended;
  const ancestors = Ints.of(extended.length * 2);
  for (let index = 0; index < extended.length; index++) {
    const ancestor = changetype<TSInterfaceHeritage>(extended.get(index));
    ancestors.push(heritageExtends);
    ancestors.push(namedType(ancestor.expression, ancestor.typeArguments, siteExtends, ownScope));
  }
  writer.set(entity, fieldListA, writer.list(ancestors));
  collectMembers(changetype<TSInterfaceBody>(node.body).body, entity, ownScope);
  return entity;
}
