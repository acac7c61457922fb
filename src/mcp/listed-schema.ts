/**
 * Schemas as `tools/list` shows them: what a model needs to make a call, in few bytes, since every conversation pays for them.
 * Invariants: whatever the tool's own schema accepts or gives, the listed one accepts too; no parameter is missing. The whole schemas, of
 * answers too, are those of `/api/openapi.json`, and what arguments are checked against.
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

/** That the answer has a data form. What is in it is told by its own names, and costs every conversation more than it could help. */
export function listedOutput(): ObjectSchema {
  return { type: 'object' };
}
