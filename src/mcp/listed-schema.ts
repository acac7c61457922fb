/**
 * Schemas as `tools/list` shows them: what a model needs to make a call, in few bytes, since every conversation pays for them.
 * Invariants: whatever the tool's own schema accepts or gives, the listed one accepts too; nothing that it names is missing. The whole
 * schemas are those of `/api/openapi.json`, and what arguments are checked against.
 */
import type { ObjectSchema } from '../tools/json-schema.ts';

type Schema = Record<string, unknown>;

/** Lengths of texts and lists are said where a call passes them, and defaults are in every description. */
const leftOut: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'default']);

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function brief(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([key]) => !leftOut.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === 'properties' && isSchema(value)) return [key, briefProperties(value)];
      return [key, isSchema(value) && key === 'items' ? brief(value) : value];
    }),
  );
}

function briefProperties(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? brief(one) : one]));
}

export function listedInput(schema: ObjectSchema): ObjectSchema {
  return { ...brief(schema), type: 'object' };
}

/** The parts of the answer with their types; what is in them is told by their own names, and would cost more than it could help. */
export function listedOutput(schema: ObjectSchema): ObjectSchema {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const typed = Object.entries(properties).map(([name, one]) => [name, typeOf(isSchema(one) ? one : {})]);
  return { type: 'object', properties: Object.fromEntries(typed) as Schema };
}

/** Its type; of what may be null both, each for itself, as clients of other dialects can read it. */
function typeOf({ type, anyOf }: Schema): Schema {
  if (Array.isArray(type)) return { anyOf: type.map((one: unknown) => ({ type: one })) };
  if (type !== undefined) return { type };
  if (!Array.isArray(anyOf)) return {};
  return { anyOf: anyOf.map((one) => typeOf(isSchema(one) ? one : {})) };
}
