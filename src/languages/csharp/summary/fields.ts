/** Fields, events, properties and indexers. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import {
  declareName,
  field,
  setContext,
  nameOf,
  ofType,
  partOf,
  partsOf,
  placeOf,
  within,
  writeReturn,
  type Collector,
} from '../../nominal-summary.ts';
import { declareParameters, modifiersOf, visitAttributes, type Owner } from './methods.ts';
import { typeOf } from './types.ts';
import { visitDeclarators } from './variables.ts';

function memberFlags(modifiers: ReadonlySet<string>, isImplemented: boolean): number {
  let flags = isImplemented ? entityFlags.implemented : 0;
  if (modifiers.has('static') || modifiers.has('const')) flags |= entityFlags.static;
  if (modifiers.has('const') || modifiers.has('readonly')) flags |= entityFlags.constant;
  if (modifiers.has('private')) flags |= entityFlags.private;
  if (modifiers.has('abstract')) flags |= entityFlags.abstract;
  return flags;
}

export function visitField(c: Collector, node: SyntaxNode, owner: Owner): void {
  const { writer } = c;
  const parts = partsOf(node);
  visitAttributes(c, parts);
  const flags = memberFlags(modifiersOf(c, parts), true);
  const declaration = partOf(parts, 'variable_declaration');
  if (declaration === undefined) return;
  visitDeclarators(c, declaration, ({ name, type, visitValue }) => {
    const { scope } = c.frame;
    const text = nameOf(c, name);
    const kind = entityKinds.property;
    const entity = writer.entity({ name: text, kind, ...placeOf(name), scope, parent: owner.entity, type, flags });
    const initial = visitValue();
    setContext(c, initial, ofType(c, type));
    writer.set(entity, entityFields.value, initial);
  });
}

/** Declares a property: what its accessors call counts as called by the property. An indexer is the member `[]`. */
export function visitProperty(c: Collector, node: SyntaxNode, owner: Owner): void {
  const { writer } = c;
  const parts = partsOf(node);
  const isIndexer = node.type === 'indexer_declaration';
  const nameNode = isIndexer ? node.children.find((child) => child?.type === 'this') : field(node, 'name');
  if (nameNode === undefined || nameNode === null) {
    for (const part of parts) c.visit(part);
    return;
  }
  visitAttributes(c, parts);
  const writtenType = field(node, 'type');
  const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
  const specifier = partOf(parts, 'explicit_interface_specifier');
  const [interfaceNode] = specifier === undefined ? [] : partsOf(specifier);
  if (interfaceNode !== undefined) typeOf(c, interfaceNode);
  const explicit = interfaceNode === undefined ? 0 : entityFlags.explicitMember;
  const accessors = field(node, 'accessors');
  const value = field(node, 'value');
  const isImplemented = !owner.isInterface || value !== undefined;
  const entity = writer.entity({
    name: isIndexer ? '[]' : nameOf(c, nameNode),
    kind: entityKinds.property,
    ...placeOf(nameNode),
    scope: c.frame.scope,
    parent: owner.entity,
    type,
    flags: memberFlags(modifiersOf(c, parts), isImplemented) | accessorFlags(node) | explicit,
  });
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    const parameters = partOf(parts, 'bracketed_parameter_list');
    if (parameters !== undefined) declareParameters(c, parameters, entity);
    for (const accessor of accessors === undefined ? [] : partsOf(accessors)) visitAccessor(c, accessor);
    if (value === undefined) return;
    const result = c.visit(value);
    if (value.type === 'arrow_expression_clause') writeReturn(c, result);
    else setContext(c, result, ofType(c, type));
  });
}

/** Which accessors have code. Those of `{ get; set; }` have none. */
function accessorFlags(node: SyntaxNode): number {
  const value = field(node, 'value');
  let flags = value?.type === 'arrow_expression_clause' ? entityFlags.getter : 0;
  const accessors = field(node, 'accessors');
  for (const accessor of accessors === undefined ? [] : partsOf(accessors)) {
    if (field(accessor, 'body') === undefined) continue;
    flags |= field(accessor, 'name')?.type === 'get' ? entityFlags.getter : entityFlags.setter;
  }
  return flags;
}

function visitAccessor(c: Collector, node: SyntaxNode): void {
  visitAttributes(c, partsOf(node));
  const body = field(node, 'body');
  if (body === undefined) return;
  within(c, { kind: 'block' }, (frame) => {
    declareName(frame, 'value');
    const result = c.visit(body);
    if (body.type === 'arrow_expression_clause') writeReturn(c, result);
  });
}
