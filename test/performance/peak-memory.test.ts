/**
 * The peak memory of parsing, including V8's compilers, which run in the background: measured in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const source = (...path: string[]): string => JSON.stringify(pathToFileURL(resolve('src', ...path)).href);

/** Parses a sample as the product does, and leaves the compilers time. */
const script = (language: string, sample: string): string => `
  import { readFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  const { protectThreads } = await import(${source('runtime', 'v8-settings.ts')});
  const { TreeSitterExtractor } = await import(${source('extract', 'tree-sitter', 'tree-sitter.ts')});
  const { assetUrl } = await import(${source('util', 'assets.ts')});
  const { ${language}: language } = await import(${source('languages', language, `${language}.ts`)});
  protectThreads();
  const extractor = new TreeSitterExtractor((wasm) => assetUrl('grammars/' + wasm));
  const text = readFileSync(${JSON.stringify(resolve('src', 'languages', language, 'sample', sample))}, 'utf8');
  const { definitions } = await extractor.extract(language, language.grammar, { path: 'sample', text });
  await setTimeout(3000);
  console.log(definitions.length, process.resourceUsage().maxRSS / 1024);
  process.kill(process.pid, 'SIGKILL');
`;

/** V8 needs 500 MB for a moment to compile the largest functions of the Bash and Kotlin grammars. */
const maxMb = 900;

test.each([
  ['swift', 'Sample.swift'],
  ['python', 'orders.py'],
])('a file of %s is read in less than a gigabyte', (language, sample) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script(language, sample)], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [definitions, peakMb] = stdout.trim().split(' ').map(Number);
  expect({ definitions, stderr }).toMatchObject({ definitions: expect.any(Number) });
  expect(definitions).toBeGreaterThan(5);
  expect(peakMb).toBeLessThan(maxMb);
});
