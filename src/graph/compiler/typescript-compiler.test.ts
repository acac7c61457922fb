import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilerVersion } from './compiler-version.ts';
import { findCompiler, socketParent } from './typescript-compiler.ts';

describe('findCompiler', () => {
  it('finds the compiler of our own dependencies, pinned to the version that it knows', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      optionalDependencies?: Record<string, string>;
    };
    expect(manifest.optionalDependencies?.['typescript']).toBe(compilerVersion);
    expect(findCompiler()).toContain('typescript');
  });
});

it.each([
  ['that of Linux', '/tmp', '/tmp'],
  [
    'that of macOS',
    '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T',
    '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T',
  ],
  ['a long one', `/home/${'a'.repeat(80)}/tmp`, '/tmp'],
  ['a long one in bytes', `/home/${'\u00e9'.repeat(40)}/tmp`, '/tmp'],
])('the socket of the compiler is in %s, if its path fits there', (_, temporary, parent) => {
  expect(socketParent(temporary)).toBe(process.platform === 'win32' ? temporary : parent);
});
