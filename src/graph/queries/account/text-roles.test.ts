import { describe, expect, it } from 'vitest';
import { isMemberAt, isModuleName, textRole } from './text-roles.ts';

const at = (text: string): number => text.lastIndexOf('name');

describe('the text around a name', () => {
  it.each([
    ["import { name } from './x'", 'foreign'],
    ['use crate::name::{Other};', 'foreign'],
    ['#include <a/name.h>', 'foreign'],
    ['let a = name::new();', 'foreign'],
    ['$name', 'foreign'],
    ['f(name=1)', 'label'],
    ['f(1, name: 2)', 'label'],
    ['<p name="a">', 'label'],
    ['  name: 1,', 'label'],
    ['a ? name : b', null],
    ['f(name == 1)', null],
    ['name(1)', null],
  ])('%s: %s', (text, role) => {
    expect(textRole(text, at(text), at(text) + 4)).toBe(role);
  });

  it.each([
    ['a.name()', true],
    ['a?.name', true],
    ['A::name', true],
    ['a->name', true],
    ['this.#name', true],
    ['a()..name()', true],
    ['  ..name()', true],
    ['x.\n  name()', false],
    ['[0..name]', false],
    ['f(...name)', false],
    ['f() -> name', false],
    ['name', false],
  ])('chooses it from something: %s', (text, expected) => {
    expect(isMemberAt(text, at(text))).toBe(expected);
  });

  it.each([
    ["import a from './name.js'", true],
    ["const a = require('./name')", true],
    ["log('name')", false],
  ])('names a module: %s', (text, expected) => {
    expect(isModuleName(text, at(text))).toBe(expected);
  });
});
