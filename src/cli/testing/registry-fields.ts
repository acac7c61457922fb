/** The arguments of every tool by its name; `filters.path` is a field of `filters`. */
import { schemasOf } from '../../tools/json-schema.ts';
import { tools } from '../../tools/registry.ts';

function fieldsOf(schema: unknown, prefix: string): string[] {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return [];
  return Object.entries(schema.properties as Record<string, unknown>).flatMap(([name, field]) => [
    prefix + name,
    ...fieldsOf(field, `${prefix}${name}.`),
  ]);
}

export const registryFields: ReadonlyMap<string, readonly string[]> = new Map(
  tools.map((tool) => [tool.name, fieldsOf(schemasOf(tool).input, '')]),
);
