/** What every tool owes to clients: the schema lint of the protocol checklist, on what is really sent. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import { errorResult } from './error-result.ts';
import { schemasOf } from './json-schema.ts';
import { tools } from './registry.ts';
import { toolsFor } from './several-projects.ts';
import { toolsets } from './tool.ts';

interface Node {
  path: string;
  schema: Record<string, unknown>;
}

/** Every schema in a schema, itself first. */
function nodes(schema: unknown, path: string): Node[] {
  if (Array.isArray(schema)) return schema.flatMap((one, i) => nodes(one, `${path}[${i}]`));
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as Record<string, unknown>;
  const below = ['items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties', 'propertyNames'].flatMap((key) =>
    nodes(own[key], `${path}.${key}`),
  );
  const properties = Object.entries((own['properties'] ?? {}) as Record<string, unknown>);
  return [{ path, schema: own }, ...properties.flatMap(([name, one]) => nodes(one, `${path}.${name}`)), ...below];
}

describe('the registry', () => {
  it('has every folder with a tool, by name', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'tool.ts')),
    );
    const names = tools.map((tool) => tool.name);
    const plain = (name: string): string => name.replaceAll('_', '-');
    expect(names.map(plain)).toEqual(folders.map((entry) => plain(entry.name)).toSorted());
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  it('stays small enough for a prompt', () => {
    const listed = tools.map((tool) => {
      const { input, output } = schemasOf(tool);
      return { name: tool.name, description: tool.description, input, output };
    });
    expect(JSON.stringify(listed).length / tools.length).toBeLessThan(4000);
  });
});

const sent = [
  ...tools.map((tool) => [tool.name, tool] as const),
  ...toolsFor(['api', 'web']).map((tool) => [`${tool.name}, of one of several projects`, tool] as const),
];

describe.each(sent)('%s', (_, tool) => {
  const { input, output } = schemasOf(tool);
  const all = [...nodes(input, 'input'), ...nodes(output, 'output')];

  it('has a name, a title and a description that clients can show', () => {
    expect(tool.name).toMatch(/^[a-z0-9_-]{1,40}$/);
    expect(tool.title.length).toBeGreaterThan(0);
    expect(tool.title.length).toBeLessThan(60);
    const described = `the description of ${tool.name} in its tool.ts: 100 to 2,000 characters`;
    expect(tool.description.length, described).toBeGreaterThan(100);
    expect(tool.description.length, described).toBeLessThan(2000);
    expect(toolsets).toContain(tool.toolset);
  });

  it('has all four annotations', () => {
    expect(Object.keys(tool.annotations).toSorted()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
  });

  it('has plain objects at the root', () => {
    for (const schema of [input, ...(output === null ? [] : [output])]) {
      expect(schema.type).toBe('object');
      for (const word of ['anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref']) expect(schema).not.toHaveProperty(word);
    }
  });

  it.each(all.map((node) => [node.path, node.schema] as const))('%s is plain, bounded and strict', (path, schema) => {
    expect(schema).not.toHaveProperty('prefixItems');
    expect(schema).not.toHaveProperty('$ref');
    if (schema['type'] === 'integer' || schema['type'] === 'number') {
      expect(schema['minimum']).toBeTypeOf('number');
      expect(schema['maximum']).toBeTypeOf('number');
      expect(Math.abs(Number(schema['maximum']))).toBeLessThan(Number.MAX_SAFE_INTEGER);
    }
    if (schema['type'] === 'object' && schema['propertyNames'] === undefined)
      expect(schema['additionalProperties']).toBe(false);
    const nullable = ((schema['anyOf'] ?? []) as { type?: string }[]).map((one) => one.type);
    expect(nullable.includes('null') && nullable.includes('array')).toBe(false);
    if (path.startsWith('input.') && !path.endsWith('.items')) {
      expect(schema['description']).toBeTypeOf('string');
      expect(String(schema['description']).length).toBeLessThan(300);
    }
  });

  it('repeats its bounds in prose, for clients that drop them', () => {
    for (const { path, schema } of all) {
      if (!path.startsWith('input.') || schema['type'] !== 'integer') continue;
      // A place in what there is: its bound is no choice.
      if (/\.(offset|(start|end)_line|start_column)$/.test(path)) continue;
      const said = `${String(schema['description'])} ${tool.description}`.replaceAll(',', '');
      expect(said).toContain(String(schema['maximum']));
    }
  });

  it('lets an error through where it has an output schema', () => {
    if (output === null) return;
    expect(output['properties']).toHaveProperty('error');
    expect(output['required'] ?? []).toEqual([]);
    const error = errorResult(
      new AppError('ValidationError', 'No', { details: { field: 'a', expected: 'b', received: 1 } }),
    );
    expect(tool.output?.safeParse(error.structured).success).toBe(true);
  });
});
