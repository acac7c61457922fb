/** Runs inputs in a child process, and starts another when one has died. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildMessage } from './child.ts';
import { CodeSet } from './coverage.ts';
import { openTargets } from '../targets/table.ts';
import { limits, type Failure, type Input, type Verdict } from './target.ts';
import type { Batch, WorkerAnswer } from './worker.ts';

const childFile = fileURLToPath(new URL('child.ts', import.meta.url));

/** Owns a child process and a folder for its temporary files; `close` ends the one and removes the other. */
export class Executor {
  readonly #target: string;
  readonly #isCovered: boolean;
  #child: ChildProcess | null = null;
  /** Children are killed, and remove nothing themselves. */
  #folder: string | null = null;
  /** How many children have ended before they were told to. */
  deaths = 0;
  /** What the inputs have run, in all children. */
  readonly covered = new CodeSet();
  /** Processor time of all children (ms); what they have used since their last answer is not known. */
  cpuMs = 0;
  /** The most memory that a child had (bytes). */
  peak = 0;
  #cpuOfChild = 0;

  constructor(target: string, isCovered: boolean) {
    this.#target = target;
    this.#isCovered = isCovered;
  }

  /**
   * A verdict for each input. Inputs of a batch in which the process dies are run again one by one. `alone` is false where none of them fails then:
   * the failure needs what ran before, and belongs to the last verdict.
   */
  async run(inputs: readonly Input[]): Promise<{ verdicts: Verdict[]; alone: boolean }> {
    const answer = await this.#ask(inputs);
    if (Array.isArray(answer)) {
      const rest = inputs.slice(answer.length);
      if (rest.length === 0) return { verdicts: answer, alone: true };
      const { verdicts, alone } = await this.run(rest);
      return { verdicts: [...answer, ...verdicts], alone };
    }
    if (inputs.length === 1) return { verdicts: [answer], alone: true };
    const verdicts: Verdict[] = [];
    for (const input of inputs) verdicts.push(...(await this.run([input])).verdicts);
    if (verdicts.some(({ kind }) => kind !== 'passed')) return { verdicts, alone: true };
    return { verdicts: [...verdicts.slice(0, -1), answer], alone: false };
  }

  async #start(): Promise<ChildProcess> {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'code-scout-fuzz-'));
    const { limits: own = limits } = await openTargets(this.#target);
    const how = [this.#isCovered ? 'coverage' : 'plain', JSON.stringify(own)];
    const child = fork(childFile, [this.#target, ...how], {
      serialization: 'advanced',
      env: { ...process.env, TMPDIR: this.#folder, TEMP: this.#folder, TMP: this.#folder },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk}`.slice(-2000)));
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: ChildMessage) => {
        if (message === 'ready') resolve();
        else if ('failure' in message) reject(new Error(`${this.#target} cannot begin: ${message.failure.message}`));
      });
      child.once('exit', () => reject(new Error(`${this.#target} cannot begin: ${complaint}`)));
    });
    child.removeAllListeners();
    this.#cpuOfChild = 0;
    return child;
  }

  async #ask(inputs: readonly Input[]): Promise<Verdict[] | Failure> {
    const isNew = this.#child === null;
    const child = (this.#child ??= await this.#start());
    const known = isNew && this.#isCovered ? this.covered.all() : null;
    const answer = await new Promise<WorkerAnswer | Failure>((resolve) => {
      let failure: Failure | null = null;
      child.on('message', (message: ChildMessage) => {
        if (message === 'ready') return;
        if ('failure' in message) failure ??= message.failure;
        else resolve(message);
      });
      child.once('exit', (code, signal) => {
        this.deaths++;
        this.#child = null;
        resolve(failure ?? { kind: 'crash', message: signal ?? `the process ended with code ${code}` });
      });
      child.send({ inputs: [...inputs], known } satisfies Batch);
    });
    child.removeAllListeners();
    if ('verdicts' in answer) {
      this.covered.add(answer.code);
      this.cpuMs += answer.cpuMs - this.#cpuOfChild;
      this.#cpuOfChild = answer.cpuMs;
      this.peak = Math.max(this.peak, answer.peak);
      if (answer.isSpoiled) await this.close();
      return answer.verdicts;
    }
    return answer;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      });
    }
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    this.#folder = null;
  }
}
