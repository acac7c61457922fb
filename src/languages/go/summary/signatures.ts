/** Parameters, results and type parameters. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { declareLocal, declareVariable, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';

/**
 * Parameters and results of a function, method or function type.
 * @param hasBody whether a body can use the parameters by name. If so, `c.scope` and `c.block` must be those of the function
 */
export function signatureOf(
  c: Collector,
  entity: number,
  parts: readonly SyntaxNode[],
  { hasBody }: { hasBody: boolean },
): void {
  const { writer } = c;
  let hasParameters = false;
  for (const part of parts) {
    const code = codeOf(part);
    if (code === codes.parameter_list && !hasParameters) {
      hasParameters = true;
      writer.set(entity, entityFields.listA, writer.list(parametersOf(c, entity, part, hasBody)));
    } else if (code === codes.parameter_list) {
      writer.set(entity, entityFields.type, tupleOf(c, resultsOf(c, part, hasBody)));
    } else if (isType(code)) {
      writer.set(entity, entityFields.type, c.typeOf(part));
    }
  }
}

function tupleOf({ writer }: Collector, types: readonly number[]): number {
  return types.length === 1 ? types[0]! : types.length === 0 ? 0 : writer.node(ops.tuple, writer.list(types));
}

/** Declares one entity for each parameter. If there is no body, parameters get no name, because no code can use it. */
function parametersOf(c: Collector, owner: number, list: SyntaxNode, hasBody: boolean): number[] {
  const parameters: number[] = [];
  for (const declaration of partsOf(list)) {
    const parts = partsOf(declaration);
    const typeNode = parts.at(-1);
    if (typeNode === undefined) continue;
    const isRest = codeOf(declaration) === codes.variadic_parameter_declaration;
    const declaredType = c.typeOf(typeNode);
    const type = isRest ? c.writer.node(ops.arrayOf, declaredType) : declaredType;
    const names = parts.filter((part) => part !== typeNode && codeOf(part) === codes.identifier);
    for (const node of names.length === 0 ? [typeNode] : names) {
      const name = hasBody && names.length > 0 ? nameText(c, node) : '';
      parameters.push(declareParameter(c, node, { name, owner, type, flags: isRest ? entityFlags.rest : 0 }));
    }
  }
  return parameters;
}

interface ParameterDraft {
  name: string;
  owner: number;
  type: number;
  flags: number;
}

export function declareParameter(c: Collector, node: SyntaxNode, { name, owner, type, flags }: ParameterDraft): number {
  const { writer, scope } = c;
  const kind = entityKinds.parameter;
  const entity = writer.entity({ name, kind, flags, ...placeOf(node), scope, parent: owner, type });
  if (name !== '') declareLocal(c, name, { entity, node: writer.entityNode(entity), type: 0, at: node.startIndex });
  return entity;
}

/** Returns one type for each result. Named results become variables of the function. */
function resultsOf(c: Collector, list: SyntaxNode, hasBody: boolean): number[] {
  const types: number[] = [];
  for (const declaration of partsOf(list)) {
    const parts = partsOf(declaration);
    const typeNode = parts.at(-1);
    if (typeNode === undefined) continue;
    const type = c.typeOf(typeNode);
    const names = parts.filter((part) => part !== typeNode && codeOf(part) === codes.identifier);
    if (names.length === 0) types.push(type);
    for (const node of names) {
      types.push(type);
      if (hasBody) declareVariable(c, node, { type, value: 0 });
    }
  }
  return types;
}

/** Declares type parameters (`[T any, K, V comparable]`) in the current scope and block. Returns their entities. */
export function declareTypeParameters(c: Collector, list: SyntaxNode): number[] {
  const { writer, scope } = c;
  const entities: number[] = [];
  const bounds: SyntaxNode[][] = [];
  for (const declaration of partsOf(list)) {
    const parts = partsOf(declaration);
    const bound: SyntaxNode[] = parts.filter((part) => codeOf(part) !== codes.identifier);
    for (const node of parts) {
      if (codeOf(node) !== codes.identifier) continue;
      const name = nameText(c, node);
      const entity = writer.entity({ name, kind: entityKinds.typeParameter, ...placeOf(node), scope });
      declareLocal(c, name, { entity, node: 0, type: namedType(c, [name], scope, 0), at: node.startIndex });
      entities.push(entity);
      bounds.push(bound);
    }
  }
  let previousBound: SyntaxNode[] | null = null;
  let type = 0;
  for (const [index, bound] of bounds.entries()) {
    // `K, V comparable` have one bound, which must be visited only once.
    if (bound !== previousBound) type = bound.reduce((_, part) => c.typeOf(part), 0);
    previousBound = bound;
    writer.set(entities[index]!, entityFields.type, type);
  }
  return entities;
}
