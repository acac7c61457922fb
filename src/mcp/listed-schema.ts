/**
 * Schemas as `tools/list` shows them: what a model needs to make a call, in few bytes, since every conversation contains them.
 * Invariants: the listed schema accepts whatever the tool's own schema accepts, and no parameter is missing, except in a tool's brief form. The
 * full schemas, of answers too, are in `/api/openapi.json`; arguments are checked against those.
 */
import type { ObjectSchema } from '../tools/json-schema.ts';

type Schema = Record<string, unknown>;

/** Limits of lengths are in the error of a call that exceeds them; defaults are in every description. */
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

/** @param only the parameters to list; a call may pass the others too */
export function listedInput(schema: ObjectSchema, only?: readonly string[]): ObjectSchema {
  const { properties, ...rest } = brief(schema);
  if (!isSchema(properties)) return { ...rest, type: 'object' };
  const named = Object.entries(properties).filter(([name]) => only === undefined || only.includes(name));
  return { ...rest, type: 'object', properties: Object.fromEntries(named) };
}

/** States only that the answer has a data form: its field names explain it, and its schema would take tokens of every conversation. */
export function listedOutput(): ObjectSchema {
  return { type: 'object' };
}
