/**
 * Fuzzes one target: mutants of a corpus, run in a child process. A mutant that runs new code joins the corpus; one that fails becomes a case.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTargets } from '../targets/table.ts';
import { Executor } from './executor.ts';
import { minimise } from './minimise.ts';
import { mutate, repetitions } from './mutate.ts';
import { Random } from './random.ts';
import type { Failure, Input, Verdict } from './target.ts';

export const casesFolder = join(import.meta.dirname, '../cases');

export interface FuzzOptions {
  target: string;
  seed: number;
  /** Whether to stop, by the number of executions. */
  isOver: (executions: number) => boolean;
  /** Folder of the corpus that earlier runs have left and this one goes on with; null for none. */
  state: string | null;
  /** Where cases are written; null for nowhere. */
  cases: string | null;
  /** Time for making one finding smaller (ms). */
  minimiseMs: number;
  coverage: boolean;
  /** Limit on the size of mutants (bytes), if it is below the target's. */
  largest: number;
  say: (line: string) => void;
}

export interface Finding extends Failure {
  /** Where the case is; null if it was not written. */
  file: string | null;
  input: Input;
  /** Executions before it was found. */
  after: number;
}

export interface FuzzReport {
  target: string;
  executions: number;
  /** Of all runs that this state has seen. */
  executionsEver: number;
  corpus: number;
  findings: Finding[];
  deaths: number;
  /** Processor time of the children and of this process (s). */
  cpuS: number;
  /** Bytes of our JavaScript that the inputs have run; 0 without coverage. */
  coverage: number;
  /** The most memory that a child had (bytes). */
  peak: number;
}

const usualBatch = 16;
/** Larger inputs do not join the corpus: it would slow down with them. */
const maxKept = 32 * 1024;
const tellEveryMs = 60_000;
/** More findings of one kind are only counted. */
const maxFindings = 8;

/** What two inputs have in common that fail for one reason. */
function reasonOf({ kind, message }: Failure): string {
  return `${kind} ${message
    .split('\n')
    .slice(0, 2)
    .join(' ')
    .replaceAll(/\d+|(["'`]).*?\1/g, '#')}`;
}

/** The file of an input: its digest and its name. */
export function fileOf({ name, bytes }: Input): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}-${name}`;
}

/** The inputs that a folder has as files named by `fileOf`. */
export function inputsIn(folder: string): Input[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).toSorted();
  return files.map((file) => ({ name: file.slice(file.indexOf('-') + 1), bytes: readFileSync(join(folder, file)) }));
}

function keep(folder: string, input: Input): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, fileOf(input));
  writeFileSync(file, input.bytes);
  return file;
}

function failed(verdict: Verdict | undefined): verdict is Failure {
  return verdict !== undefined && verdict.kind !== 'passed';
}

export async function fuzzTarget(options: FuzzOptions): Promise<FuzzReport> {
  const { target: name, state, say } = options;
  const target = await openTargets(name);
  const { batch: batchSize = usualBatch } = target;
  const random = new Random(options.seed);
  const seeds = await target.seeds();
  const folder = state === null ? null : join(state, name);
  const kept = folder === null ? [] : inputsIn(join(folder, 'corpus'));
  const corpus = [...seeds, ...kept];
  const countFile = folder === null ? null : join(folder, 'executions');
  const before = countFile !== null && existsSync(countFile) ? Number(readFileSync(countFile, 'utf8')) : 0;
  const executor = new Executor(name, options.coverage);
  const reasons = new Map<string, number>();
  const findings: Finding[] = [];
  let executions = 0;
  const begun = process.cpuUsage();

  const makeSmaller = async (input: Input, failure: Failure): Promise<Input> => {
    const end = performance.now() + options.minimiseMs;
    const reason = reasonOf(failure);
    const bytes = await minimise(
      input.bytes,
      async (some) => {
        const [verdict] = (await executor.run([{ name: input.name, bytes: some }])).verdicts;
        return failed(verdict) && reasonOf(verdict) === reason;
      },
      () => performance.now() > end,
    );
    return { name: input.name, bytes };
  };

  const take = async (input: Input, failure: Failure, alone: boolean): Promise<void> => {
    const reason = reasonOf(failure);
    const count = (reasons.get(reason) ?? 0) + 1;
    reasons.set(reason, count);
    if (count > 1 || findings.length >= maxFindings) return;
    say(
      `${name}: ${failure.kind} after ${executions} executions${alone ? '' : ', not by one input alone'}: ${failure.message.split('\n')[0]?.slice(0, 200)}`,
    );
    const smaller = alone ? await makeSmaller(input, failure) : input;
    let file: string | null = null;
    if (alone && options.cases !== null) file = keep(join(options.cases, name), smaller);
    else if (folder !== null) file = keep(join(folder, 'not-alone'), smaller);
    findings.push({ ...failure, file, input: smaller, after: executions });
  };

  const runBatch = async (inputs: readonly Input[], isSaved: boolean): Promise<void> => {
    const { verdicts, alone } = await executor.run(inputs);
    for (const [at, input] of inputs.entries()) {
      executions++;
      const verdict = verdicts[at];
      if (failed(verdict)) await take(input, verdict, alone);
      else if (isSaved && verdict?.isNew === true && input.bytes.length <= maxKept) {
        corpus.push(input);
        if (folder !== null) keep(join(folder, 'corpus'), input);
      }
    }
  };

  try {
    for (let at = 0; at < corpus.length && !options.isOver(executions); at += batchSize)
      await runBatch(corpus.slice(at, at + batchSize), false);
    const source = {
      random,
      others: corpus,
      tokens: target.tokens ?? [],
      largest: Math.min(target.largest, options.largest),
    };
    const repeated = target.form === 'text' ? repetitions(seeds, source) : [];
    const nextInput = (at: number): Input => {
      // Half and half, until each token has had its turn.
      const next = at % 2 === 0 ? repeated.pop() : undefined;
      if (next !== undefined) return next();
      if (target.generate !== undefined && random.next() < 0.5) return target.generate(random);
      return mutate(random.pick(corpus), target.form, source);
    };
    let told = performance.now();
    while (!options.isOver(executions)) {
      const inputs: Input[] = [];
      for (let at = 0; at < batchSize; at++) inputs.push(nextInput(at));
      await runBatch(inputs, true);
      if (performance.now() - told < tellEveryMs) continue;
      told = performance.now();
      say(`${name}: ${executions} runs, corpus ${corpus.length}`);
    }
  } finally {
    await executor.close();
    if (countFile !== null && folder !== null) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(countFile, String(before + executions));
    }
  }
  const { user, system } = process.cpuUsage(begun);
  const ownMs = (user + system) / 1000;
  for (const [reason, count] of reasons) if (count > 1) say(`${name}: ${count} times: ${reason}`);
  return {
    target: name,
    executions,
    executionsEver: before + executions,
    corpus: corpus.length,
    findings,
    deaths: executor.deaths,
    cpuS: (executor.cpuMs + ownMs) / 1000,
    coverage: executor.covered.size,
    peak: executor.peak,
  };
}
