/**
 * In languages whose files share names, many files may declare one name. Linking unpacks each summary a number of times that does not grow with
 * the number of these files, even where no summary stays in memory.
 */
import { expect, test } from 'vitest';
import { openSummaryCollector } from '../../bench/graph/tree-summary.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { linksOfFile } from '../../src/graph/links/file-links.ts';
import { Program } from '../../src/graph/program/program.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { fileWithSummary, sourcesInMemory } from '../../src/graph/program/program-sources.ts';
import { ProjectModules } from '../../src/graph/program/project-modules.ts';
import { c } from '../../src/languages/c/c.ts';
import { cpp } from '../../src/languages/cpp/cpp.ts';
import type { Language } from '../../src/languages/language.ts';
import { php } from '../../src/languages/php/php.ts';
import { swift } from '../../src/languages/swift/swift.ts';

/** The texts of the part at a position: each declares a name that all parts declare, and uses it. */
type Writer = (at: number) => Record<string, string>;

const cases: [string, Language, Writer][] = [
  [
    'C: a type that each header only names',
    c,
    (at) => ({
      [`${at}/part.h`]: `struct device;\nint part${at}(struct device *d);`,
      [`${at}/part.c`]: `#include "part.h"\nint part${at}(struct device *d) { struct device *e = d; return e != 0; }`,
    }),
  ],
  [
    'C++: a class that each header only names',
    cpp,
    (at) => ({
      [`${at}/part.hpp`]: `namespace shop { class Device; int part${at}(Device *d); }`,
      [`${at}/part.cpp`]: `#include "part.hpp"\nnamespace shop { int part${at}(Device *d) { Device *e = d; return e != 0; } }`,
    }),
  ],
  [
    'PHP: a class of each namespace',
    php,
    (at) => ({
      [`${at}/Part.php`]: `<?php\nnamespace Shop\\N${at};\nclass Part { function run() { return new Part(); } }`,
    }),
  ],
  [
    'Swift: a type of each module',
    swift,
    (at) => ({
      [`Sources/M${at}/Part.swift`]: `struct Part {}`,
      [`Sources/M${at}/Use.swift`]: `func use() -> Part { return Part() }`,
    }),
  ],
];

/** The number of summaries that linking unpacks for each file, where it drops all of them after each file. */
async function unpackedPerFile(language: Language, write: Writer, parts: number): Promise<number> {
  const collect = await openSummaryCollector(language);
  const texts = new Map(Array.from({ length: parts }, (_, at) => Object.entries(write(at))).flat());
  const modules = new ProjectModules(
    { paths: [...texts.keys()], read: (path) => texts.get(path) ?? null },
    new Map([[language.id, language]]),
  );
  const files = [...texts].map(([path, text]) => fileWithSummary(path, language.id, collect(path, text)));
  const sources = sourcesInMemory(files, modules, dialectNamed);
  let unpacked = 0;
  const load = (place: number) => {
    unpacked++;
    return sources.load(place);
  };
  const program = new Program({ ...sources, load, maxRetained: 0 });
  for (const file of program.files) {
    linksOfFile(startInference(program), file, () => 0);
    program.shrink(0);
  }
  return unpacked / files.length;
}

test.each(cases)('%s', async (_, language, write) => {
  const few = await unpackedPerFile(language, write, 4);
  const many = await unpackedPerFile(language, write, 32);
  expect(many).toBeLessThan(few * 1.5);
});

test('A file gives the same declarations of a name, asked for few names or for many', async () => {
  const collect = await openSummaryCollector(c);
  const names = Array.from({ length: 20 }, (_, at) => `part${at}`);
  const text = names.map((name) => `struct ${name} { int x; };\nint ${name}(struct ${name} *d);\n`).join('');
  const summary = collect('all.h', text);
  const file = (): ProgramFile =>
    Program.of([fileWithSummary('all.h', c.id, summary)], { resolve: () => null }, dialectNamed).at(0);
  const many = file();
  expect(names.map((name) => many.globals(name))).toEqual(names.map((name) => file().globals(name)));
  expect(many.globals('part19')).toHaveLength(2);
  expect([file().globals('x'), many.globals('x')]).toEqual([[], []]);
});
