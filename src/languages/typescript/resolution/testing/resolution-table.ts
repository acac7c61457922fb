/** In-memory projects, and tables of their imports and expected results. */
import { describe, expect, it } from 'vitest';

import { createModuleResolver } from '../module-resolver.ts';
import type { ModuleResolver } from '../module-resolver.ts';

/** The files of a project by path. The content is a string, an object to write as JSON, or null where it does not matter. */
export type Files = Record<string, object | string | null>;

export function resolverOf(files: Files): ModuleResolver {
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : JSON.stringify(content ?? ''),
    ]),
  );
  return createModuleResolver({ paths: [...contents.keys()], read: (path) => contents.get(path) ?? null });
}

/** Files whose content does not matter. */
export function source(...paths: string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, null]));
}

/** Rows of: importing file, specifier, expected file. A specifier that starts with `require ` is resolved for `require`. */
export type Row = [from: string, specifier: string, expected: string | null];

export function table(name: string, files: Files, rows: Row[]): void {
  describe(name, () => {
    const resolver = resolverOf(files);
    it.each(rows)('%s: %s is %s', (from, specifier, expected) => {
      const required = specifier.startsWith('require ');
      const written = required ? specifier.slice('require '.length) : specifier;
      const form = required ? 'require' : 'import';
      expect(resolver.resolve(from, written, form)).toBe(expected);
      // The second result comes from the cache.
      expect(resolver.resolve(from, written, form)).toBe(expected);
    });
  });
}
