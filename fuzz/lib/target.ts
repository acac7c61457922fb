/** The contract of a target: what is fuzzed, with which inputs, and what a finding is. */
import type { Random } from './random.ts';

export interface Input {
  /** A file name: some targets choose by it what reads the bytes. */
  name: string;
  bytes: Uint8Array;
}

export interface Target {
  /** Inputs to begin with: our own, small. */
  seeds: () => Promise<Input[]>;
  /** `text`: changed by tokens; `bytes`: by bits, bytes and lengths. */
  form: 'text' | 'bytes';
  /** Makes an input by what its form means, as a schema: where a changed text is mostly none. Half of the inputs are made so. */
  generate?: (random: Random) => Input;
  /** Tokens that are inserted beside those of the seeds. */
  tokens?: readonly string[];
  /** The largest input in bytes that repetition makes. */
  largest: number;
  /** For one input, where more than the usual limits is right; the target says why. */
  limits?: Limits;
  /** How many inputs a process gets at once; 16 if absent. Fewer where each takes seconds. */
  batch?: number;
  /** How many inputs its test runs; 48 if absent. Fewer where each takes long. */
  testRuns?: number;
  /** Called once in the process that runs the inputs. */
  open: () => Promise<OpenTarget>;
}

export interface OpenTarget {
  /** Throws for each behaviour that the contract of the code does not allow; errors that it allows are caught in here. */
  run: (input: Input) => Promise<void> | void;
  /** Whether what an input did may fail the next ones, as after a trap of WebAssembly: they run in another process. */
  isSpoiled?: () => boolean;
}

/** Limits for one input, in the process that runs it. */
export interface Limits {
  /** Processor time (ms). */
  readonly cpuMs: number;
  /** Time without processor time, which means that it waits for ever (ms). */
  readonly stuckMs: number;
  /** Resident memory of the process (bytes). */
  readonly memory: number;
  /** Heap of the thread (MB). */
  readonly heapMb: number;
}

/** The heap is as large as a parse worker's on a machine with enough memory. */
export const limits: Limits = { cpuMs: 10_000, stuckMs: 60_000, memory: 1024 ** 3, heapMb: 384 };

export type Verdict =
  | { kind: 'passed'; isNew: boolean }
  /** @property message the error's text with the place where it was thrown */
  | { kind: 'error' | 'crash' | 'time' | 'memory'; message: string };

export type Failure = Exclude<Verdict, { kind: 'passed' }>;
