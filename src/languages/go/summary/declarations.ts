/** Top-level declarations, which are collected before the walk, and type declarations at any level. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, exportForms, scopeKinds } from '../../../model/file-summary.ts';
import { declareLocal, inBlock, isExported, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { declareImport } from './imports.ts';
import { declareFields, declareMethodElements, declareOperations, type Heritage } from './members.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';
import { declareTypeParameters } from './signatures.ts';
import { baseOf, setHeritage, typeOf } from './types.ts';

/** Declares the imports, functions, types, variables and constants of the top level. Methods are declared later, in `visitMethod`. */
export function hoist(c: Collector, root: SyntaxNode): void {
  for (const declaration of partsOf(root)) {
    switch (codeOf(declaration)) {
      case codes.import_declaration:
        for (const spec of specsOf(declaration)) declareImport(c, spec);
        break;
      case codes.function_declaration: {
        const [nameNode] = partsOf(declaration);
        if (nameNode !== undefined) declareTop(c, nameNode, entityKinds.function, entityFlags.implemented);
        break;
      }
      case codes.type_declaration:
        for (const spec of partsOf(declaration)) hoistType(c, spec);
        break;
      case codes.var_declaration:
      case codes.const_declaration: {
        const flags = codeOf(declaration) === codes.const_declaration ? entityFlags.constant : 0;
        for (const spec of specsOf(declaration)) {
          for (const node of namesOf(spec)) declareTop(c, node, entityKinds.variable, flags);
        }
      }
    }
  }
}

/** The specs of a declaration, with or without parentheses. */
export function specsOf(declaration: SyntaxNode): SyntaxNode[] {
  return partsOf(declaration).flatMap((part) => {
    const code = codeOf(part);
    return code === codes.import_spec_list || code === codes.var_spec_list ? [...partsOf(part)] : [part];
  });
}

/** The names that a `var_spec` or `const_spec` declares. */
export function namesOf(spec: SyntaxNode): SyntaxNode[] {
  return partsOf(spec).filter((part) => codeOf(part) === codes.identifier);
}

function declareTop(c: Collector, node: SyntaxNode, kind: number, flags: number): void {
  const name = nameText(c, node);
  if (name === '' || name === '_') return;
  const exported = isExported(name) ? entityFlags.exported : 0;
  const entity = c.writer.entity({ name, kind, flags: flags | exported, ...placeOf(node), scope: 0 });
  c.declared.set(node.startIndex, entity);
  // A file may have several functions `init`, and no code can call them.
  if (name === 'init' && kind === entityKinds.function) return;
  if (!c.top.has(name)) c.top.set(name, entity);
  c.writer.export(name, exportForms.own, entity, 0);
}

/** The entity kind of a type. A type defined by another type can have methods, so it is a class. */
function kindOfType(spec: SyntaxNode): number {
  if (codeOf(spec) === codes.type_alias) return entityKinds.typeAlias;
  const typeNode = partsOf(spec).at(-1);
  return typeNode !== undefined && codeOf(typeNode) === codes.interface_type
    ? entityKinds.interface
    : entityKinds.class;
}

const containerCodes: ReadonlySet<number> = new Set([
  codes.slice_type,
  codes.array_type,
  codes.map_type,
  codes.channel_type,
]);

function hoistType(c: Collector, spec: SyntaxNode): void {
  const [nameNode] = partsOf(spec);
  if (nameNode === undefined) return;
  declareTop(c, nameNode, kindOfType(spec), entityFlags.implemented);
  recordContainer(c, spec, c.declared.get(nameNode.startIndex));
}

/** Records a type that is defined by a slice, array, map or channel. */
function recordContainer(c: Collector, spec: SyntaxNode, entity: number | undefined): void {
  const typeNode = partsOf(spec).at(-1);
  if (entity === undefined || typeNode === undefined || !containerCodes.has(codeOf(typeNode))) return;
  const { writer } = c;
  c.containerNames.add(`${writer.get(entity, entityFields.scope)} ${writer.get(entity, entityFields.name)}`);
}

export function visitTypeDeclaration(c: Collector, node: SyntaxNode): number {
  for (const spec of partsOf(node)) {
    const code = codeOf(spec);
    if (code === codes.type_spec || code === codes.type_alias) visitTypeSpec(c, spec);
    else c.visit(spec);
  }
  return 0;
}

function visitTypeSpec(c: Collector, spec: SyntaxNode): void {
  const { writer } = c;
  const [nameNode, ...rest] = partsOf(spec);
  const typeNode = rest.at(-1);
  if (nameNode === undefined || typeNode === undefined) return;
  const entity = c.block === null ? c.declared.get(nameNode.startIndex) : declareLocalType(c, nameNode, spec);
  if (entity === undefined) {
    for (const part of rest) c.visit(part);
    return;
  }
  inBlock(c, () => {
    const list = rest.find((part) => codeOf(part) === codes.type_parameter_list);
    if (list !== undefined) {
      c.scope = writer.scope(c.scope, scopeKinds.block, -1);
      const parameters = declareTypeParameters(c, list);
      writer.set(entity, entityFields.listB, writer.list(parameters));
      const names = parameters.map((parameter) => writer.get(parameter, entityFields.name));
      c.typeParameters.set(entity, { scope: c.scope, names });
    }
    if (isType(codeOf(typeNode))) defineType(c, entity, typeNode);
    else c.visit(typeNode);
  });
}

/** Records the type on the right side of a type declaration. */
function defineType(c: Collector, entity: number, typeNode: SyntaxNode): void {
  const { writer } = c;
  if (writer.get(entity, entityFields.kind) === entityKinds.typeAlias) {
    writer.set(entity, entityFields.type, typeOf(c, typeNode));
    return;
  }
  const pairs: Heritage = [];
  switch (codeOf(typeNode)) {
    case codes.struct_type:
      declareFields(c, entity, typeNode, pairs);
      break;
    case codes.interface_type:
      declareMethodElements(c, entity, typeNode, pairs);
      break;
    case codes.slice_type:
    case codes.array_type:
    case codes.map_type:
    case codes.channel_type:
    case codes.function_type:
      declareOperations(c, entity, typeNode);
      break;
    default:
      pairs.push(...baseOf(c, typeNode));
  }
  setHeritage(c, entity, pairs);
}

/** Declares a type inside a block. The linker looks types up by scope, so a new scope begins here and ends with the block. */
function declareLocalType(c: Collector, nameNode: SyntaxNode, spec: SyntaxNode): number | undefined {
  const { writer } = c;
  const name = nameText(c, nameNode);
  if (name === '' || name === '_') return undefined;
  c.scope = writer.scope(c.scope, scopeKinds.block, -1);
  const flags = entityFlags.implemented;
  const entity = writer.entity({ name, kind: kindOfType(spec), flags, ...placeOf(nameNode), scope: c.scope });
  declareLocal(c, name, { entity, node: 0, type: namedType(c, [name], c.scope, 0), at: nameNode.startIndex });
  recordContainer(c, spec, entity);
  return entity;
}
