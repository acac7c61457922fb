/** Classes: bases, type parameters, body, and the members of enums. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, heritage, ops, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { nameText, finishFrame, type Collector } from './collector.ts';
import type { Decoration } from './decorators.ts';
import { newFrame, type Frame } from './frames.ts';
import { typeParameters } from './functions.ts';
import { hoist } from './hoisting.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { gatherTypeVariables } from './type-variables.ts';
import { typeOfNode } from './types.ts';

const enumBases = new Set(['Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum']);

export function visitClass(c: Collector, node: SyntaxNode, decoration: Decoration | null): void {
  const { writer } = c;
  const entity = c.declared.get(node.startIndex);
  const parts = partsOf(node);
  if (entity === undefined) {
    for (const part of parts.slice(1)) c.visit(part);
    return;
  }
  if (decoration !== null) writer.addFlags(entity, decoration.flags & entityFlags.decorated);
  const outer = { frame: c.frame, scope: c.scope };
  const name = parts[0] === undefined ? '' : nameText(c, parts[0]);
  const scope = writer.scope(c.scope, scopeKinds.class, entity);
  const frame = newFrame({ kind: 'class', scope, parent: c.frame, entity, name });
  writer.set(entity, entityFields.ownScope, scope);
  let isEnum = false;
  let body: SyntaxNode | null = null;
  for (const part of parts) {
    switch (codeOf(part)) {
      case codes.type_parameter:
        c.frame = frame;
        c.scope = scope;
        writer.set(entity, entityFields.listB, typeParameters(c, part));
        break;
      case codes.argument_list: {
        const bases = visitBases(c, part);
        writer.set(entity, entityFields.listA, writer.list(bases.pairs));
        frame.typeVariables = bases.typeVariables;
        if (bases.typeVariables.length > 0 && writer.get(entity, entityFields.listB) === 0)
          writer.set(entity, entityFields.listB, writer.list(bases.typeVariables));
        ({ isEnum } = bases);
        break;
      }
      case codes.block:
        body = part;
        break;
    }
  }
  c.frame = frame;
  c.scope = scope;
  if (body !== null) {
    hoist(c, frame, body);
    c.visit(body);
  }
  if (isEnum) setEnumValues(c, frame);
  finishFrame(c, frame);
  c.frame = outer.frame;
  c.scope = outer.scope;
}

/** Bases whose type arguments list all type parameters of the class, in order. */
const genericBases = new Set(['Generic', 'Protocol']);

interface Bases {
  /** Pairs of a heritage code and a base. A base with type arguments is written as a call with these arguments. */
  pairs: number[];
  isEnum: boolean;
  /** The type parameters that the bases give the class. */
  typeVariables: readonly number[];
}

function visitBases(c: Collector, list: SyntaxNode): Bases {
  const pairs: number[] = [];
  const gathered: number[] = [];
  let listedVariables: readonly number[] | null = null;
  let isEnum = false;
  for (const part of partsOf(list)) {
    switch (codeOf(part)) {
      case codes.comment:
        break;
      case codes.keyword_argument: {
        const value = partsOf(part).at(-1);
        if (value !== undefined) visitCallee(c, value, siteKinds.type);
        break;
      }
      case codes.subscript: {
        const [base, ...args] = partsOf(part);
        if (base === undefined) break;
        const node = visitCallee(c, base, siteKinds.extends);
        let types: number[] = [];
        const variables = gatherTypeVariables(c, () => {
          types = args.map((arg) => typeOfNode(c, arg));
        });
        if (genericBases.has(lastName(c, base))) listedVariables = variables;
        gathered.push(...variables);
        if (node !== 0) pairs.push(heritage.extends, withTypes(c, node, types));
        break;
      }
      default: {
        const node = visitCallee(c, part, siteKinds.extends);
        if (node !== 0) pairs.push(heritage.extends, node);
        isEnum ||= enumBases.has(lastName(c, part));
      }
    }
  }
  return { pairs, isEnum, typeVariables: listedVariables ?? [...new Set(gathered)] };
}

/** A base with its type arguments; the base alone if none of the arguments is known. */
function withTypes({ writer }: Collector, base: number, types: readonly number[]): number {
  return types.every((type) => type === 0) ? base : writer.node(ops.call, base, 0, writer.list(types));
}

/** `C` of `C` and of `a.b.C`; empty for other expressions. */
function lastName(c: Collector, node: SyntaxNode): string {
  const code = codeOf(node);
  if (code === codes.identifier) return nameText(c, node);
  return code === codes.attribute ? nameText(c, partsOf(node).at(-1)!) : '';
}

/** Makes each member of an enum (a variable without a leading `_`) an instance of the enum, whatever value is assigned to it. */
function setEnumValues(c: Collector, frame: Frame): void {
  let instance = 0;
  for (const [name, binding] of frame.names) {
    if (binding.variable === -1 || binding.values.length === 0 || name.startsWith('_')) continue;
    if (instance === 0) instance = c.writer.node(ops.instance, c.writer.entityNode(frame.entity));
    binding.values = [instance];
  }
}
