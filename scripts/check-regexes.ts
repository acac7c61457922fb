/**
 * `npm run regexes`: looks with recheck for regular expressions of src and web that a text made for them keeps busy: whose time grows faster than the text.
 * `--changed`: only in files that have changed since the branch began.
 * Invariant: exit code 0 exactly when each of those is in scripts/lib/bounded-regexes.ts, with the reason why no such text is long, and each entry there is one of them, or one of which recheck does not always say the same.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { check } from 'recheck';
import { boundedRegexes } from './lib/bounded-regexes.ts';
import { changedFiles } from './lib/quick-tests.ts';
import { at, repository } from './lib/repository.ts';

interface Literal {
  file: string;
  line: number;
  pattern: string;
  flags: string;
}

/** Tests are not asked by anybody. */
const isTest = /\.test\.tsx?$|\.d\.ts$|\/testing\//;

function sourceFiles(): string[] {
  return globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: repository })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest.test(path))
    .toSorted();
}

function literalsOf(file: string): Literal[] {
  const text = readFileSync(at(file), 'utf8');
  const found: Literal[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, regex } = node as {
      type?: string;
      start?: number;
      regex?: { pattern: string; flags: string } | null;
    };
    if (type === 'Literal' && regex !== undefined && regex !== null) {
      found.push({ file, line: text.slice(0, start).split('\n').length, ...regex });
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** How long recheck may think about one expression (ms). What it cannot tell by then counts as slow. */
const timeout = 10_000;

/** What recheck says of an expression; null where its time grows with the text alone. */
async function faultOf({ pattern, flags }: Literal): Promise<string | null> {
  // It does not know the newer flags, none of which makes an expression slower.
  const diagnostics = await check(pattern, flags.replaceAll(/[dg]/g, '').replace('v', 'u'), { timeout });
  if (diagnostics.status === 'safe') return null;
  if (diagnostics.status === 'unknown') return `cannot be told (${diagnostics.error.kind})`;
  return `${diagnostics.complexity.summary}, as with ${diagnostics.attack.pattern}`;
}

const keyOf = ({ file, pattern }: { file: string; pattern: string }): string => `${file} /${pattern}/`;

const changed = process.argv.includes('--changed') ? new Set(await changedFiles()) : null;
const isRead = (file: string): boolean => changed === null || changed.has(file);
const literals = sourceFiles().filter(isRead).flatMap(literalsOf);
const known = new Set(boundedRegexes.filter(({ file }) => isRead(file)).map(keyOf));
/** recheck does not always say the same of them. */
const untold = new Set(boundedRegexes.filter(({ isUntold }) => isUntold === true).map(keyOf));
const unused = new Set(known);
const problems: string[] = [];
const waiting = literals.values();
await Promise.all(
  // The program that checks works on one at a time by each of its threads.
  Array.from({ length: 2 }, async () => {
    for (const literal of waiting) {
      const key = keyOf(literal);
      if (untold.has(key)) {
        unused.delete(key);
        continue;
      }
      const fault = await faultOf(literal);
      if (fault === null) continue;
      unused.delete(key);
      if (!known.has(key))
        problems.push(`${literal.file}:${literal.line} /${literal.pattern}/${literal.flags}\n    ${fault}`);
    }
  }),
);
for (const key of unused)
  problems.push(`${key}\n    is in scripts/lib/bounded-regexes.ts, and is not slow or not there any more: take it out`);
for (const problem of problems.toSorted()) console.log(problem);
console.log(
  `${literals.length} expressions, ${known.size} of which are for short texts alone, ${problems.length} findings`,
);
if (problems.length > 0) {
  console.log(
    'Write a finding so that no two neighbouring parts match the same characters, or scan the text; docs/contributing/regexes.md',
  );
  process.exitCode = 1;
}
