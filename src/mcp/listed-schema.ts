/**
 * Schemas as `tools/list` shows them: what a model needs to make a call, in few bytes, since every conversation pays for them.
 * Invariants: whatever the tool's own schema accepts or gives, the listed one accepts too, and no parameter is missing; a tool's brief
 * form names fewer. The whole schemas, of answers too, are those of `/api/openapi.json`, and what arguments are checked against.
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

/** @param only parameters to name; a call may pass the others all the same */
export function listedInput(schema: ObjectSchema, only?: readonly string[]): ObjectSchema {
  const { properties, ...rest } = brief(schema);
  if (!isSchema(properties)) return { ...rest, type: 'object' };
  const named = Object.entries(properties).filter(([name]) => only === undefined || only.includes(name));
  return { ...rest, type: 'object', properties: Object.fromEntries(named) };
}

/** That the answer has a data form. What is in it is told by its own names, and costs every conversation more than it could help. */
export function listedOutput(): ObjectSchema {
  return { type: 'object' };
}
