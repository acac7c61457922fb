/**
 * `npm run regexes`: looks with recheck for regular expressions of src and web that a text made for them keeps busy: whose time grows faster than the text.
 * `--changed`: only in files that have changed since the branch began.
 * Invariants: exit code 0 exactly when each of those is in scripts/lib/bounded-regexes.ts, with the reason why no such text is long, and each entry there is one of them. The same
 * expression gets the same answer each time, on a busy machine too.
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseSync } from 'oxc-parser';
import { check, type Parameters } from 'recheck';
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

/**
 * recheck stops by the clock unless it is told not to. Here it stops by what it has counted. The counts are a fraction of its own, take a minute for all
 * expressions, and still find every one that it had ever been sure of (2026-12-01).
 */
const limits: Parameters = {
  ...{ randomSeed: 0, attackTimeout: null, incubationTimeout: null },
  // What no count ends, which nothing has needed so far, is a finding.
  timeout: 600_000,
  // A larger automaton is not made: texts are tried instead.
  maxNFASize: 5000,
  // How many texts are tried, and how far each is read.
  ...{ maxInitialGenerationSize: 200, maxGenerationSize: 40, mutationSize: 20, crossoverSize: 10, maxIteration: 5 },
  attackLimit: 100_000,
  // What is worse than quadratic passes that limit, too.
  maxDegree: 2,
};

/** What recheck says of an expression; null where its time grows with the text alone. */
async function faultOf({ pattern, flags }: Literal): Promise<string | null> {
  // It does not know the newer flags, none of which makes an expression slower.
  const diagnostics = await check(pattern, flags.replaceAll(/[dg]/g, '').replace('v', 'u'), limits);
  if (diagnostics.status === 'safe') return null;
  if (diagnostics.status === 'unknown') return `cannot be told (${diagnostics.error.kind})`;
  return `${diagnostics.complexity.summary}, as with ${diagnostics.attack.pattern}`;
}

/** Tells every ten seconds how far the work is, and what recheck is thinking about. */
class Progress {
  readonly #all: number;
  #done = 0;
  readonly #present = new Map<Literal, number>();
  readonly #timer = setInterval(() => this.#tell(), 10_000);

  constructor(all: number) {
    this.#all = all;
  }

  begin(literal: Literal): void {
    this.#present.set(literal, performance.now());
  }

  end(literal: Literal): void {
    this.#present.delete(literal);
    this.#done++;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tell(): void {
    const present = [...this.#present].map(([{ file, line }, since]) => {
      const seconds = Math.round((performance.now() - since) / 1000);
      return seconds === 0 ? `${file}:${line}` : `${file}:${line} for ${seconds} s`;
    });
    console.error(`${this.#done} of ${this.#all}; at ${present.join(', ')}`);
  }
}

const keyOf = ({ file, pattern }: { file: string; pattern: string }): string => `${file} /${pattern}/`;

const changed = process.argv.includes('--changed') ? new Set(await changedFiles()) : null;
const isRead = (file: string): boolean => changed === null || changed.has(file);
const literals = sourceFiles().filter(isRead).flatMap(literalsOf);
const known = new Set(boundedRegexes.filter(({ file }) => isRead(file)).map(keyOf));
const unused = new Set(known);
const problems: string[] = [];
/** Equal expressions of several files are asked about once. */
const groups = Map.groupBy(literals, ({ pattern, flags }) => `${flags}/${pattern}`);
const progress = new Progress(groups.size);
const waiting = groups.values();
await Promise.all(
  // The program that checks works on one at a time by each of its threads.
  Array.from({ length: availableParallelism() }, async () => {
    for (const group of waiting) {
      const first = group[0]!;
      progress.begin(first);
      const fault = await faultOf(first);
      progress.end(first);
      if (fault === null) continue;
      for (const literal of group) {
        const key = keyOf(literal);
        unused.delete(key);
        if (!known.has(key))
          problems.push(`${literal.file}:${literal.line} /${literal.pattern}/${literal.flags}\n    ${fault}`);
      }
    }
  }),
);
progress.stop();
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
