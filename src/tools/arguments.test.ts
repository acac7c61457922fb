import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../model/error.ts';
import { checkArguments, summarize } from './arguments.ts';

const schema = z.strictObject({
  name: z.string().max(5).describe('a short name'),
  size: z.int().min(1).max(9).optional(),
  mode: z.enum(['in', 'out']).optional(),
  words: z.array(z.string(), 'Words are missing').min(1, 'Words are missing').optional(),
  filters: z.strictObject({ language: z.string().optional(), deep: z.boolean().optional() }).optional(),
});

function refusal(args: unknown): AppError {
  try {
    checkArguments(schema, args);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('checkArguments', () => {
  it.each<[string, unknown, string, string, unknown]>([
    ['a missing argument', {}, 'name is required', 'name', null],
    ['no arguments at all', undefined, 'name is required', 'name', null],
    ['a wrong type', { name: 5 }, 'name must be a string', 'name', 5],
    ['null', { name: null }, 'name must be a string', 'name', null],
    ['too long', { name: 'abcdefg' }, 'name must be at most 5 characters long', 'name', 'abcdefg'],
    ['a fraction', { name: 'a', size: 1.5 }, 'size must be a whole number', 'size', 1.5],
    ['too large', { name: 'a', size: 10 }, 'size must be at most 9', 'size', 10],
    ['not a number', { name: 'a', size: Number.NaN }, 'size must be a number', 'size', Number.NaN],
    ['no such choice', { name: 'a', mode: 'up' }, 'mode must be one of in, out', 'mode', 'up'],
    ['the schema’s own words', { name: 'a', words: [] }, 'Words are missing', 'words', 'a list of 0'],
    ['an entry', { name: 'a', words: ['x', 3] }, 'words[1] must be a string', 'words[1]', 3],
    ['a list for an object', { name: 'a', filters: [] }, 'filters must be an object', 'filters', 'a list of 0'],
    [
      'inside an object',
      { name: 'a', filters: { deep: 'yes' } },
      'filters.deep must be true or false',
      'filters.deep',
      'yes',
    ],
    ['an unknown argument', { name: 'a', colour: 'red' }, 'Unknown argument: colour', 'colour', 'red'],
    ['two of them', { name: 'a', x: 1, y: {} }, 'Unknown arguments: x, y', 'x', 1],
    [
      'one inside an object',
      { name: 'a', filters: { lang: 'ts' } },
      'Unknown argument: filters.lang',
      'filters.lang',
      'ts',
    ],
    ['unknown before wrong', { colour: 'red' }, 'Unknown argument: colour', 'colour', 'red'],
    [
      '__proto__',
      JSON.parse('{"name":"a","__proto__":{"x":1}}'),
      'Unknown argument: __proto__',
      '__proto__',
      'an object',
    ],
    ['constructor', { name: 'a', constructor: 1 }, 'Unknown argument: constructor', 'constructor', 1],
  ])('refuses %s', (_, args, message, field, received) => {
    const error = refusal(args);
    expect(error.code).toBe('ValidationError');
    expect(error.message).toBe(message);
    expect(error.details).toMatchObject({ field, received });
    expect(error.details?.expected).not.toBe('');
    expect(error.hint).toMatch(/\.$/);
  });

  it('names the argument that was probably meant', () => {
    expect(refusal({ nmae: 'a' }).hint).toBe('Did you mean name? Known here: name, size, mode, words, filters.');
    expect(refusal({ name: 'a', filters: { langauge: 'x' } }).hint).toBe(
      'Did you mean language? Known here: language, deep.',
    );
  });

  it('says what an argument is for', () => {
    expect(refusal({ name: 1 }).hint).toBe('name takes: a short name.');
  });

  it('returns what the schema returns', () => {
    expect(checkArguments(schema, { name: 'a', size: 3 })).toEqual({ name: 'a', size: 3 });
    expect(checkArguments(z.strictObject({ on: z.boolean().default(true) }), undefined)).toEqual({ on: true });
  });

  it('never prints a large value', () => {
    const names = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}\n${'x'.repeat(10_000)}`, 1]));
    expect(refusal(names).message).toMatch(/^Unknown arguments: 0\\nx+…, .* and 995 more$/);
    expect(JSON.stringify(refusal(names)).length).toBeLessThan(2000);
    expect(JSON.stringify(summarize('x'.repeat(10_000)))).toHaveLength(103);
    let deep: unknown = 0;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(summarize(deep)).toBe('a list of 1');
  });
});

it('names few of very many unknown arguments, and looks at few', () => {
  const schema = z.strictObject({ words: z.string().optional() });
  const args: Record<string, number> = {};
  let read = 0;
  for (let at = 0; at < 50_000; at++) Object.defineProperty(args, `k${at}`, { enumerable: true, get: () => ++read });
  expect(() => checkArguments(schema, args)).toThrow(/Unknown arguments: k0, k1, k2, k3, k4, and \d+ more/);
  expect(read).toBeLessThan(5000);
});
