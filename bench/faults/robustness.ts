/** Indexes a tree of unusual files and reports what is wrong with the index. */
import { loadConfig } from '../../src/config/load.ts';
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';

export interface RobustCase {
  id: string;
  path: string | null;
  path_hex?: string;
  traits: string[];
  sentinel?: string;
  expect_symbol: boolean;
  expect_text?: boolean;
  max_seconds: number;
  skipped?: string;
}

export interface RobustResult {
  filesIndexed: number;
  wholeSeconds: number;
  peakMb: number;
  symbolsExpected: number;
  symbolsFound: number;
  textsExpected: number;
  textsFound: number;
  slowest: { path: string; seconds: number; limit: number };
  failures: string[];
}

/** Text of files outside the root, to which symbolic links of the tree lead. */
const outside = ['root:x:0', '/usr/sbin/nologin', 'PATH=/'];

export async function checkRobustness(tree: string, cases: readonly RobustCase[]): Promise<RobustResult> {
  const failures: string[] = [];
  const { config } = loadConfig({
    root: tree,
    flags: { 'database.path': ':memory:', 'indexing.maxFileSize': 100 * 2 ** 20 },
    env: new Map(),
    userConfigDir: null,
  });
  const engine = await openEngine({ root: tree, config, indexing: 'inline' });
  const started = performance.now();
  await engine.index();
  const wholeSeconds = (performance.now() - started) / 1000;
  let symbolsExpected = 0;
  let symbolsFound = 0;
  for (const one of cases) {
    if (!one.expect_symbol || one.sentinel === undefined || one.skipped !== undefined) continue;
    symbolsExpected++;
    const { hits } = await engine.searchTags({ tags: [one.sentinel], limit: 10 });
    const found = hits.some((hit) => hit.definitions.some((definition) => definition.name.includes(one.sentinel!)));
    if (found) symbolsFound++;
    else failures.push(`${one.path ?? one.path_hex} (${one.traits.join(', ')}): no definition ${one.sentinel}`);
  }
  const many = new Set<string>();
  for (let i = 0; i < 3000; i++) {
    const { hits } = await engine.searchTags({ tags: [`many${i}`], limit: 3 });
    if (hits.some((hit) => hit.definitions.some((definition) => definition.name === `many${i}`))) many.add(`many${i}`);
  }
  if (many.size !== 3000) failures.push(`many/: ${many.size} of 3000 symbols found`);
  const listing = await engine.listFiles({ limit: 100_000 });
  for (const file of listing.files)
    if (file.path.startsWith('links/')) failures.push(`${file.path}: a symbolic link was indexed`);
  const texts = await findTexts(engine, cases, failures);
  await checkLeaks(engine, failures);
  await engine.close();
  const slowest = await timeEach(tree, cases, failures);
  return {
    filesIndexed: listing.total,
    wholeSeconds,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    symbolsExpected,
    symbolsFound,
    ...texts,
    slowest,
    failures,
  };
}

/** Text search must find in the same file what ripgrep finds. */
async function findTexts(
  engine: Engine,
  cases: readonly RobustCase[],
  failures: string[],
): Promise<Pick<RobustResult, 'textsExpected' | 'textsFound'>> {
  let textsExpected = 0;
  let textsFound = 0;
  for (const one of cases) {
    if (one.expect_text !== true || one.sentinel === undefined || one.skipped !== undefined) continue;
    textsExpected++;
    const { hits } = await engine.text.search({ query: one.sentinel, isRegex: false, caseSensitive: true, limit: 10 });
    if (hits.some(({ path }) => one.path === null || path === one.path)) textsFound++;
    else
      failures.push(
        `${one.path ?? one.path_hex} (${one.traits.join(', ')}): text search does not find ${one.sentinel}`,
      );
  }
  return { textsExpected, textsFound };
}

async function checkLeaks(engine: Engine, failures: string[]): Promise<void> {
  const { hits } = await engine.searchTags({
    tags: ['nologin', 'daemon', 'passwd', 'environ', 'dangling'],
    limit: 100,
  });
  const lines = await Promise.all(outside.map((query) => engine.text.search({ query, isRegex: false, limit: 100 })));
  const text = JSON.stringify([hits, lines]);
  for (const words of outside)
    if (text.includes(words)) failures.push(`an answer contains text from outside the root: ${words}`);
  for (const hit of hits) if (hit.path.startsWith('links/')) failures.push(`an answer contains ${hit.path}`);
}

async function timeEach(
  tree: string,
  cases: readonly RobustCase[],
  failures: string[],
): Promise<RobustResult['slowest']> {
  const analyser = createAnalyser({
    root: tree,
    maxFileSize: 100 * 2 ** 20,
    ignorePatterns: [],
    extensions: [],
    disabled: [],
  });
  let slowest = { path: '', seconds: 0, limit: 0 };
  for (const one of cases) {
    if (one.path === null || one.path.endsWith('/') || one.skipped !== undefined) continue;
    const started = performance.now();
    await analyser.analyse({ path: one.path, rawPath: null, knownHash: null });
    const seconds = (performance.now() - started) / 1000;
    if (seconds > one.max_seconds) failures.push(`${one.path}: ${seconds.toFixed(1)} s, limit ${one.max_seconds} s`);
    if (seconds > slowest.seconds) slowest = { path: one.path, seconds, limit: one.max_seconds };
  }
  analyser.close();
  return slowest;
}
