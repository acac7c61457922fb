/** What `tools/list` sends: its size, its order, and the lint of what clients get to see. */
import { describe, expect, it } from 'vitest';
import { schemasOf } from '../tools/json-schema.ts';
import { tools } from '../tools/registry.ts';
import { selectTools } from '../tools/selection.ts';
import { listedTools } from './tool-calls.ts';

const core = selectTools(tools, { toolsets: ['core'], names: [], excluded: [], readOnly: false });

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

type Schema = Record<string, unknown>;

/** Every schema below a list of properties, with its path. */
function propertiesOf(schema: Schema, path: string): [string, Schema][] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).flatMap(([name, one]) => [
    [`${path}.${name}`, one] as [string, Schema],
    ...propertiesOf(one, `${path}.${name}`),
  ]);
}

describe('the list of tools', () => {
  // Every conversation of every client pays for it.
  it.each([
    // Some 900 for each of 25 tools.
    ['all', tools, 23_000],
    ['core', core, 6000],
  ])('is small: %s', (_, served, most) => {
    expect(bytes({ tools: listedTools([], served) })).toBeLessThan(most);
  });

  it('is sorted, and the same object for every connection', () => {
    const listed = listedTools([], tools);
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
    expect(listedTools([], tools)).toBe(listed);
    expect(listedTools(['a', 'b'], core)).toBe(listedTools(['a', 'b'], core));
  });
});

describe('the brief form of core', () => {
  it.each(listedTools([], core).map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
    const whole = schemasOf(tools.find((one) => one.name === name)!).input;
    const input = tool.inputSchema as Schema;
    const names = Object.keys(input['properties'] as Schema);
    expect(input['additionalProperties']).toBe(false);
    expect(input['required']).toEqual(whole['required']);
    expect(names).toEqual(expect.arrayContaining((input['required'] ?? []) as string[]));
    // Answers say to ask for more with these.
    for (const more of ['max_chars', 'offset', 'seen', 'start_line', 'file'])
      if (more in (whole['properties'] as Schema)) expect(names).toContain(more);
  });

  it('names the project where there are several', () => {
    for (const { inputSchema } of listedTools(['a', 'b'], core))
      expect(inputSchema['properties']).toHaveProperty('project');
  });

  it('belongs to tools that also take their other parameters', () => {
    const search = core.find(({ name }) => name === 'search_code')!;
    expect(search.listed).not.toContain('whole_word');
    expect(search.input.safeParse({ query: 'a', whole_word: true }).success).toBe(true);
  });
});

describe.each(listedTools([], tools).map((tool) => [tool.name, tool] as const))('%s as it is listed', (name, tool) => {
  const input = tool.inputSchema as Schema;
  const whole = schemasOf(tools.find((one) => one.name === name)!);

  it('names every parameter of the tool, strictly, and requires the same', () => {
    const listed = propertiesOf(input, '').map(([path]) => path);
    expect(listed).toEqual(propertiesOf(whole.input, '').map(([path]) => path));
    expect(input['additionalProperties']).toBe(false);
    expect(input['required']).toEqual(whole.input['required']);
    for (const word of ['$schema', 'anyOf', 'oneOf', 'allOf']) expect(input).not.toHaveProperty(word);
  });

  it('says what every parameter is, with the bounds of numbers', () => {
    for (const [path, schema] of propertiesOf(input, '')) {
      expect(schema['description'], path).toBeTypeOf('string');
      if (schema['type'] !== 'integer' && schema['type'] !== 'number') continue;
      expect(schema['minimum'], path).toBeTypeOf('number');
      expect(schema['maximum'], path).toBeTypeOf('number');
    }
  });

  it('says whether its answer has a data form', () => {
    expect(tool.outputSchema).toEqual(whole.output === null ? undefined : { type: 'object' });
  });

  it('has all four annotations', () => {
    expect(Object.keys(tool.annotations ?? {}).toSorted()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
  });
});
