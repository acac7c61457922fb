/**
 * Within each walk, files may import one another in a circle only through the walk's entry. The lint rule that checks this for
 * the rest of the program does not read AssemblyScript.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The files of a folder, each with its imports from the same folder. */
function importsIn(folder: string): Map<string, string[]> {
  const place = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return new Map(
    files.map((name) => {
      const text = readFileSync(new URL(name, place), 'utf8');
      return [
        name.slice(0, -3),
        [...text.matchAll(/^(?:import|export|\}) [^;]*?from '\.\/([\w-]+)';/gm)].map(([, file]) => file!),
      ];
    }),
  );
}

/** The files in circles, and those that import them: files without remaining imports are removed repeatedly. */
function inCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  let left = [...imports.keys()];
  for (;;) {
    const rest = left.filter((file) => imports.get(file)!.some((other) => left.includes(other)));
    if (rest.length === left.length) return rest;
    left = rest;
  }
}

describe.each([
  { folder: 'summary', entry: 'collector' },
  { folder: 'definitions', entry: 'handlers' },
])('the walk in $folder', ({ folder, entry }) => {
  it('has import circles only through its entry', () => {
    const imports = importsIn(folder);
    expect(inCircles(imports)).toContain(entry);
    imports.delete(entry);
    expect(inCircles(imports)).toEqual([]);
  });
});
