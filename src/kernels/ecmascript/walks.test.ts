/**
 * Whether the parts of each walk know one another through what they all ask for anything further in, and in no other circle: the lint rule that holds for
 * the rest of the program does not read AssemblyScript.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Files of a folder with those of the same folder that they import. */
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

/** Files that are left when those that import none of the others are taken away, again and again. */
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
  it('has circles through its entry only', () => {
    const imports = importsIn(folder);
    expect(inCircles(imports)).toContain(entry);
    imports.delete(entry);
    expect(inCircles(imports)).toEqual([]);
  });
});
