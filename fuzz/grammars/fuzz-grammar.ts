/** Fuzzes the C of one grammar by libFuzzer, which goes on with the corpus of earlier runs. A crash becomes a case of the target that reads the language. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Executor } from '../lib/executor.ts';
import { casesFolder, fileOf } from '../lib/fuzz-target.ts';
import { dictionaryOf } from '../lib/mutate.ts';
import { limits, type Input, type Verdict } from '../lib/target.ts';
import type { TargetRun } from '../lib/record.ts';
import { programFor, type GrammarC } from './sources.ts';

/** The largest input (bytes). */
const largest = 8192;
/** After so many ends of the process a grammar is left alone until they are mended. */
const maxEnds = 5;
/** How long one input may take before it is tried in the product, which stops such work (s of wall time). */
const patienceS = 20;

export interface Crash {
  /** The case. */
  file: string;
  /** What the sanitizer says, and where. */
  message: string;
  /** Whether the product gets over it, as it should over all that a grammar does. */
  isContained: boolean;
}

interface Outcome {
  code: number | null;
  text: string;
}

function run(program: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0', UBSAN_OPTIONS: 'print_stacktrace=1' },
    });
    let text = '';
    // The reports of progress before the last ones say nothing.
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text = `${text}${part}`.slice(-100_000)));
    child.once('close', (code) => resolve({ code, text }));
  });
}

function lastNumber(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}

/** The line with the fault, and the first frames in C that is not the runtime of the sanitizer. */
function faultIn(text: string): string {
  const fault = /^.*(?:runtime error|ERROR: AddressSanitizer|ERROR: libFuzzer).*$/m.exec(text)?.[0] ?? 'it ended';
  const frames = text.split('\n').filter((line) => /^\s+#\d+ .*(?:scanner|lib\/src)/.test(line));
  return [fault.replace(/^==\d+==\s*/, ''), ...frames.slice(0, 5)].join('\n');
}

async function inProduct(target: string, input: Input): Promise<Verdict> {
  const executor = new Executor(target, false);
  try {
    const [verdict] = (await executor.run([input])).verdicts;
    return verdict ?? { kind: 'crash', message: 'no answer' };
  } finally {
    await executor.close();
  }
}

export interface GrammarReport {
  run: TargetRun;
  crashes: Crash[];
}

/**
 * @param state folder that is kept
 * @param leftMs the time that is left
 */
export async function fuzzGrammar(
  grammar: GrammarC,
  { state, seed, leftMs }: { state: string; seed: number; leftMs: () => number },
): Promise<GrammarReport> {
  const program = programFor(grammar, state);
  const samples = join(import.meta.dirname, '../../src/languages', grammar.folder, 'sample');
  const [own, corpus] = [join(state, grammar.name), join(state, grammar.name, 'corpus')];
  mkdirSync(corpus, { recursive: true });
  const files = readdirSync(samples, { withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ name }) => readFileSync(join(samples, name), 'utf8'));
  const dictionary = join(own, 'dictionary');
  writeFileSync(dictionary, dictionaryOf(texts));
  const artifacts = join(own, 'crashes/');
  const crashes: Crash[] = [];
  const places = new Set<string>();
  const sum = { executions: 0, cpuS: 0, coverage: 0, peakMb: 0 };
  for (let ends = 0; ends < maxEnds && leftMs() > 1000; ends++) {
    rmSync(artifacts, { recursive: true, force: true });
    mkdirSync(artifacts);
    const { code, text } = await run(program, [
      ...[`-max_total_time=${Math.ceil(leftMs() / 1000)}`, `-timeout=${patienceS}`],
      ...[`-rss_limit_mb=${limits.memory / 1024 ** 2}`, `-max_len=${largest}`, `-seed=${seed + ends}`],
      ...[`-dict=${dictionary}`, `-artifact_prefix=${artifacts}`, '-print_final_stats=1', corpus, samples],
    ]);
    sum.executions += Math.max(lastNumber(text, /number_of_executed_units: (\d+)/g), lastNumber(text, /^#(\d+)/gm));
    sum.cpuS += lastNumber(text, /stat::cpu_s: ([\d.]+)/g);
    sum.coverage = Math.max(sum.coverage, lastNumber(text, /cov: (\d+)/g));
    sum.peakMb = Math.max(sum.peakMb, lastNumber(text, /peak_rss_mb: (\d+)/g), lastNumber(text, /rss: (\d+)Mb/g));
    if (code === 0) break;
    const [found] = readdirSync(artifacts);
    if (found === undefined) throw new Error(`${grammar.name} ended with code ${code}: ${text.slice(-1000)}`);
    const input = { name: `scanner${extname(files[0]?.name ?? '')}`, bytes: readFileSync(join(artifacts, found)) };
    const target = `extract-${grammar.folder}`;
    const isContained = (await inProduct(target, input)).kind === 'passed';
    // Slow is what the product stops; and the machine may have been busy.
    if (found.startsWith('timeout-') && isContained) continue;
    const message = faultIn(text);
    const place = /#\d+ 0x\w+ in (.*)/.exec(message)?.[1] ?? message;
    if (places.has(place)) continue;
    places.add(place);
    mkdirSync(join(casesFolder, target), { recursive: true });
    const file = join(casesFolder, target, fileOf(input));
    writeFileSync(file, input.bytes);
    crashes.push({ file, message, isContained });
  }
  const corpusSize = readdirSync(corpus).length;
  return {
    run: { target: `grammar-${grammar.name}`, ...sum, corpus: corpusSize, findings: crashes.length },
    crashes,
  };
}
