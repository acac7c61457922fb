/** Functions as values: which a value is when it is called, what they give, and what they expect. */
import { entityFields, entityFlags, entityKinds, ops } from '../model/link-facts.ts';
import { boundParameters } from './bound-parameters.ts';
import { callMember } from './call-members.ts';
import type { FileFacts } from './file-facts.ts';
import { memberValue } from './members.ts';
import { type Inference, entityValue, nodeValue, typeValue } from './questions.ts';
import { type Environment, type Value, alternatives, union, eachOf } from './values.ts';

export type Callable = Value & { kind: 'function' };

/** The functions that a value is when it is called; classes are not among them. */
export function callables(i: Inference, value: Value | null): Callable[] {
  const result: Callable[] = [];
  for (const part of alternatives(value)) {
    if (part.kind === 'function') result.push(part);
    else if (part.kind === 'instance') {
      for (const call of alternatives(memberValue(i, part, '()'))) {
        if (call.kind === 'function') result.push({ ...call, environment: call.environment ?? part.environment });
      }
      const name = callMember(part.file.language);
      if (name === null) continue;
      for (const call of alternatives(memberValue(i, part, name))) if (call.kind === 'function') result.push(call);
    }
  }
  return result;
}

export function functionResult(i: Inference, value: Value | null): Value | null {
  return union(callables(i, value).map((callable) => resultOf(i, callable, callable.environment)));
}

export function resultOf(i: Inference, callable: Callable, environment: Environment | null): Value | null {
  const { file, entity, self } = callable;
  const type = file.get(entity, entityFields.type);
  const isAsync = file.has(entity, entityFlags.async);
  if (type !== 0) {
    if (file.op(type) === ops.thisType && self !== null) return self;
    const declared = typeValue(i, file, type, environment);
    // Python declares what an async function gives when it was awaited.
    return isAsync && file.language === 'python' ? { kind: 'promise', of: declared } : declared;
  }
  const value = file.get(entity, entityFields.value);
  if (file.has(entity, entityFlags.generator)) {
    const yielded = nodeValue(i, file, value);
    return yielded?.kind === 'list' ? { kind: 'list', of: yielded.of } : null;
  }
  const given = value === 0 ? null : returnsThis(file, value) && self !== null ? self : nodeValue(i, file, value);
  if (!isAsync) return given;
  return given?.kind === 'promise' ? given : { kind: 'promise', of: given };
}

function returnsThis(file: FileFacts, node: number): boolean {
  return file.op(node) === ops.this;
}

/** What a function has to be by where it stands. */
export function functionContext(i: Inference, file: FileFacts, entity: number): Value | null {
  const context = file.get(entity, entityFields.context);
  if (context !== 0) return nodeValue(i, file, context);
  const owner = file.get(entity, entityFields.parent);
  if (owner < 0 || file.kind(owner) !== entityKinds.object) return null;
  const expected = functionContext(i, file, owner);
  return expected === null ? null : memberValue(i, expected, file.name(entity));
}

/** The value of a callable's parameter, where its declaration says it. */
export function parameterOf(i: Inference, callable: Value, place: number): Value | null {
  return eachOf(callable, (part) => {
    const position = place < 0 ? place : place + boundParameters(part);
    if (part.kind === 'instance') {
      const call = memberValue(i, part, '()');
      return call === null ? null : parameterOf(i, call, place);
    }
    if (part.kind === 'callback') return part.parameters[position] ?? null;
    if (part.kind !== 'function') return null;
    const { file } = part;
    const parameters = file.list(file.get(part.entity, entityFields.listA));
    // Below zero: the last one (Kotlin's lambda behind the parentheses).
    const parameter = parameters.at(position < 0 ? -1 : Math.min(position, parameters.length - 1));
    if (parameter === undefined) return null;
    const isRest = file.has(parameter, entityFlags.rest);
    if (position >= parameters.length && !isRest) return null;
    const type = file.get(parameter, entityFields.type);
    if (type === 0) return entityValue(i, { file, entity: parameter });
    const value = typeValue(i, file, type, part.environment);
    if (!isRest) return value;
    return eachOf(value, (rest) =>
      rest.kind === 'list' ? (rest.items?.[position - parameters.length + 1] ?? rest.of) : null,
    );
  });
}
