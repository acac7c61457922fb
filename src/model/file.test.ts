import { describe, expect, it } from 'vitest';
import { AppError, toAppError } from './error.ts';
import { fileTraits, getsVectors, hasTrait, type FileTrait, isSourceOfC } from './file.ts';
import { isForPlatform, platformFile, withoutEnding } from './platform-file.ts';
import { isNumbered, numberedTexts, textsOf } from './text-list.ts';

describe('traits of a file', () => {
  const all = Object.keys(fileTraits) as FileTrait[];

  it('are distinct bits', () => {
    for (const trait of all) expect(all.filter((other) => hasTrait(fileTraits[trait], other))).toEqual([trait]);
    expect(all.filter((trait) => hasTrait(0, trait))).toEqual([]);
  });

  it('decide whether a file gets vectors', () => {
    const without = all.filter((trait) => !getsVectors({ traits: fileTraits[trait] }));
    expect(without).toEqual(['generated', 'minified', 'data']);
    expect(getsVectors({ traits: fileTraits.test | fileTraits.data })).toBe(false);
    expect(getsVectors({ traits: 0 })).toBe(true);
  });
});

it.each(['a.c', 'a.CC', 'b/a.cpp', 'a.cxx', 'a.c++', 'a.cu', 'a.ino', 'a.m', 'a.mm'])(
  '%s is compiled by itself',
  (path) => expect(isSourceOfC(path)).toBe(true),
);
it.each(['a.h', 'a.hpp', 'a.cs', 'a.c.txt', 'ac', 'a.inc'])('%s is not compiled by itself', (path) =>
  expect(isSourceOfC(path)).toBe(false),
);

describe('files for one platform', () => {
  it.each([
    ['src/button', 'src/button', 0],
    ['src/button.native', 'src/button', 1],
    ['src/button.ios', 'src/button', 2],
    ['src/button.windows', 'src/button', 6],
    ['src/button.test', 'src/button.test', 0],
    ['button.ios.test', 'button.ios.test', 0],
    ['.ios', '', 2],
  ])('%s is imported as %s, in the order %i', (stem, base, rank) => {
    expect(platformFile(stem)).toEqual({ base, rank });
  });

  it.each([
    ['a.ios.tsx', true, 'a.ios'],
    ['a.tsx', false, 'a'],
    ['ios', false, null],
    ['a.b.web.js', true, 'a.b.web'],
  ])('%s is for one: %s', (path, expected, stem) => {
    expect([isForPlatform(path), withoutEnding(path)]).toEqual([expected, stem]);
  });
});

it('lists of texts are the same, numbered or not', () => {
  const numbered = numberedTexts(['a', 'b', 'c'], Int32Array.of(2, 0, 2));
  expect([numbered.length, isNumbered(numbered), isNumbered(['c'])]).toEqual([3, true, false]);
  expect([textsOf(numbered), textsOf(['c', 'a'])]).toEqual([
    ['c', 'a', 'c'],
    ['c', 'a'],
  ]);
});

describe('errors', () => {
  it('have a code, and a hint and details where there are any', () => {
    const cause = new Error('why');
    const details = { field: 'limit', expected: 'a number', received: 'x' };
    const error = new AppError('NotFoundError', 'It is gone', { hint: 'Look.', details, cause });
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'NotFoundError',
      message: 'It is gone',
      hint: 'Look.',
      details,
      cause,
    });
    expect(new AppError('ParsingError', 'x')).toMatchObject({ hint: null, details: null });
    expect('cause' in new AppError('ParsingError', 'x')).toBe(false);
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    [new TypeError('lost'), 'lost'],
    ['a text', 'a text'],
    [null, 'null'],
  ])('of any other type are reported as defects: %s', (thrown, message) => {
    const error = toAppError(thrown);
    expect(error).toMatchObject({ code: 'InternalError', message, cause: thrown });
    expect(error.hint).toContain('code-scout doctor');
  });
});
