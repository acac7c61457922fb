/**
 * Schemas as `tools/list` shows them: what a model needs to make a call, in few bytes, since every conversation contains them.
 * Invariants: the listed schema accepts whatever the tool's full schema accepts. It has every parameter, unless the tool says which ones to
 * list. The full schemas, also those of answers, are in `/api/openapi.json`; arguments are checked against the full schemas.
 */
import type { ObjectSchema } from '../tools/json-schema.ts';

type Schema = Record<string, unknown>;

/** Keys that are not listed. The error of a call names the length that it exceeded; descriptions name the defaults. */
const unlistedKeys: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'default']);

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function briefSchema(schema: Schema): Schema {
  const listedEntries = Object.entries(schema).filter(([key]) => !unlistedKeys.has(key));
  return Object.fromEntries(
    listedEntries.map(([key, value]) => {
      if (key === 'properties' && isSchema(value)) return [key, briefProperties(value)];
      return [key, isSchema(value) && key === 'items' ? briefSchema(value) : value];
    }),
  );
}

function briefProperties(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? briefSchema(one) : one]),
  );
}

/** @param listedNames the parameters to list, all if absent; a call may pass the others too */
export function listedInput(schema: ObjectSchema, listedNames?: readonly string[]): ObjectSchema {
  const { properties, ...rest } = briefSchema(schema);
  if (!isSchema(properties)) return { ...rest, type: 'object' };
  const parameters = Object.entries(properties).filter(
    ([name]) => listedNames === undefined || listedNames.includes(name),
  );
  return { ...rest, type: 'object', properties: Object.fromEntries(parameters) };
}

/** States only that the answer has data. The names of its fields explain it, and its full schema would take tokens of every conversation. */
export function listedOutput(): ObjectSchema {
  return { type: 'object' };
}
