/** Parameters of functions and lambdas. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { declareLocal, partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { declaratorOf, type Declarator } from './declarators.ts';
import { isPointer } from './operators.ts';
import { typePart } from './types.ts';

/** Declares the parameters of a list; returns the list node of their entities. */
export function declareParameters(c: Collector, list: SyntaxNode | null, parent: number): number {
  const declared: number[] = [];
  for (const part of list === null ? [] : partsOf(list)) {
    if (!part.type.endsWith('parameter_declaration')) continue;
    const type = c.typeOf(typePart(part));
    const declaratorNode = part.childForFieldName('declarator');
    const declarator = declaratorNode === null ? null : declaratorOf(c, declaratorNode);
    const isFunction = declarator !== null && (declarator.parameters !== null || declarator.pointeeParameters !== null);
    visitSignature(c, declaratorNode);
    const value = part.childForFieldName('default_value');
    const initial = value === null ? 0 : c.visit(value);
    const isRest = part.type.startsWith('variadic');
    const flags = (value === null ? 0 : entityFlags.optional) | (isRest ? entityFlags.rest : 0);
    const place = placeOf(declarator?.name ?? part);
    const name = declarator?.text ?? '';
    const kind = entityKinds.parameter;
    const draft = { name, kind, flags, ...place, scope: c.scope, parent, value: initial };
    const entity = c.writer.entity({
      ...draft,
      type: isFunction ? 0 : type,
    });
    if (c.isCpp) c.writer.set(entity, entityFields.context, signatureType(c, part, declarator));
    declared.push(entity);
    if (declarator !== null && isPointer(c, declarator.name)) c.pointers.add(entity);
    declareLocal(c, name, c.writer.entityNode(entity));
  }
  return c.writer.list(declared);
}

/** Longer types are cut. */
const maxType = 100;

/**
 * The node of a parameter's or variable's type as it distinguishes overloads: `const string&` of `const std::string& name = {}`. A type has no scopes and no
 * template arguments, and a parameter that is passed by value no `const`.
 */
export function signatureType(c: Collector, parameter: SyntaxNode, declarator: Declarator | null): number {
  const written = typePart(parameter);
  if (written === null) return 0;
  const name = declarator?.name ?? null;
  const end =
    parameter.childForFieldName('default_value')?.startIndex ??
    (parameter.type === 'declaration' ? (name ?? written).endIndex : parameter.endIndex);
  const around = (from: number, to: number): string => c.source.slice(from, Math.max(from, to));
  const after =
    name === null
      ? around(written.endIndex, end)
      : around(written.endIndex, name.startIndex) + around(name.endIndex, end);
  let type = textOf(c, written);
  for (let before = ''; before !== type; before = type, type = type.replace(/<[^<>]*>/g, ''));
  const signs = after
    .replaceAll(/\bconst\b|[^*&[\].]/g, '')
    .replaceAll(/\[\]?/g, '*')
    .replaceAll('...', '…')
    .replaceAll(']', '');
  const isConst = /\bconst\b/.test(around(parameter.startIndex, written.endIndex) + after.split(/[*&]/, 1)[0]!);
  const plain = type
    .replaceAll(/\b(?:const|volatile|typename|struct|class|enum|constexpr)\b|(?:\w+\s*)?::/g, ' ')
    .replaceAll(/[.()~,#{}]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  const prefix = isConst && /[*&]/.test(signs) ? 'const ' : '';
  return c.writer.node(ops.literalType, c.writer.string(`${prefix}${plain.slice(0, maxType)}${signs}`));
}

/** Limits the recursion: how deeply signatures are nested in signatures. */
const maxSignatureDepth = 8;

/** Visits the types in the parameter lists of a declarator: those of a function pointer or a function type. */
export function visitSignature(c: Collector, declarator: SyntaxNode | null, depth = 0): void {
  if (declarator === null || depth > maxSignatureDepth) return;
  for (const part of partsOf(declarator)) {
    if (part.type.endsWith('declarator')) visitSignature(c, part, depth + 1);
    if (part.type !== 'parameter_list') continue;
    for (const parameter of partsOf(part)) {
      if (!parameter.type.endsWith('parameter_declaration')) continue;
      c.typeOf(typePart(parameter));
      visitSignature(c, parameter.childForFieldName('declarator'), depth + 1);
    }
  }
}
