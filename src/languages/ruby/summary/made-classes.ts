/** Classes that a call creates: `Class.new(Base) do … end`, `Point = Struct.new(:x, :y)`. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, heritage, siteKinds } from '../../../model/file-summary.ts';
import { nameless, visitClassBody, partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { visitConstant } from './constants.ts';
import { declareAccessor } from './declarations.ts';

/** Calls that create a class, by receiver and method, and whether their arguments name fields. */
const makers: ReadonlyMap<string, { hasFields: boolean }> = new Map([
  ['Class.new', { hasFields: false }],
  ['Module.new', { hasFields: false }],
  ['Struct.new', { hasFields: true }],
  ['Data.define', { hasFields: true }],
]);

/**
 * Writes the class that a call creates and returns its node; null for other calls.
 * @param constant the constant to which the class is assigned; null where it has no name
 */
export function makeClass(c: Collector, node: SyntaxNode, constant: SyntaxNode | null = null): number | null {
  const receiver = node.childForFieldName('receiver');
  const method = node.childForFieldName('method');
  if (receiver?.type !== 'constant' || method === null) return null;
  const maker = makers.get(`${textOf(c, receiver)}.${textOf(c, method)}`);
  if (maker === undefined) return null;
  const makerClass = visitConstant(c, receiver);
  const { writer, scope, owner, isStatic, locals, method: outerMethod, selfIsClass } = c;
  const draft = { kind: entityKinds.class, scope, flags: entityFlags.implemented };
  const entity =
    constant === null
      ? writer.entity({ ...draft, name: '', ...placeOf(node), parent: nameless })
      : writer.entity({
          ...draft,
          name: textOf(c, constant),
          ...placeOf(constant),
          flags: draft.flags | entityFlags.global,
        });
  const argumentList = node.childForFieldName('arguments');
  const list = argumentList === null ? [] : partsOf(argumentList);
  if (maker.hasFields) {
    if (makerClass !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, makerClass]));
    Object.assign(c, { owner: entity, isStatic: false });
    for (const part of list) declareAccessor(c, part, 'attr_accessor');
    Object.assign(c, { owner, isStatic });
  } else {
    const [base] = list;
    const isNamed = base?.type === 'constant' || base?.type === 'scope_resolution';
    const extended = base === undefined ? 0 : isNamed ? visitConstant(c, base, siteKinds.extends) : c.visit(base);
    if (extended !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, extended]));
  }
  const block = node.childForFieldName('block');
  visitClassBody(c, { body: block?.childForFieldName('body') ?? null, entity, locals: new Map(locals) });
  Object.assign(c, { scope, owner, isStatic, locals, method: outerMethod, selfIsClass });
  return writer.entityNode(entity);
}

/** `Point = Struct.new(…)`: writes the class with the name of the constant; null for other assignments. */
export function makeNamedClass(c: Collector, left: SyntaxNode | null, right: SyntaxNode | null): number | null {
  if (left?.type !== 'constant' || right?.type !== 'call' || c.method !== '') return null;
  return makeClass(c, right, left);
}
