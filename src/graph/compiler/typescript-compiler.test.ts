import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilerVersion } from './compiler-version.ts';
import { findCompiler } from './typescript-compiler.ts';

describe('findCompiler', () => {
  it('finds the compiler of our own dependencies, pinned to the version that it knows', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      optionalDependencies?: Record<string, string>;
    };
    expect(manifest.optionalDependencies?.['typescript']).toBe(compilerVersion);
    expect(findCompiler()).toContain('typescript');
  });
});
