/** Reads a file for its analysis. Invariant: never rejects because of what is on disk; a file that cannot be read is returned as `leftOut`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LeftOut, SourceFile } from '../model/file.ts';
import type { OutsideMacros } from '../model/macros.ts';
import { isTemporary, readSource } from '../source/read/read-source.ts';
import type { SourceContent, WalkOptions } from '../source/source.ts';

export interface AnalyseTask extends Pick<SourceFile, 'path' | 'rawPath'> {
  /** The hash in the index; equal content is not parsed again. Null: parse in any case. */
  knownHash: string | null;
  /** Text to analyse instead of the file on disk: an earlier content of it. */
  text?: string;
  /** Macros of other files that the file may call, in the order of their paths. Default: none. */
  outside?: readonly OutsideMacros[];
}

export interface LeftOutFile {
  kind: 'leftOut';
  leftOut: LeftOut;
}

/** The outcome for a file that is not analysed. */
export type ReadOutcome =
  | { kind: 'touched'; path: string; size: number; mtimeMs: number; verifiedAtMs: number }
  | LeftOutFile;

/** A file that is to be analysed. */
export interface ReadFile
  extends Pick<SourceFile, 'path' | 'rawPath'>, Pick<SourceContent, 'size' | 'mtimeMs' | 'hash' | 'readAtMs'> {
  kind: 'read';
  encoding: NonNullable<SourceContent['encoding']>;
  text: string;
}

/** Pause before the second read after a temporary error (ms). Each further pause is four times as long. */
const firstPauseMs = 10;
/** The longest pause (ms). After it the error counts. */
const lastPauseMs = 160;

export async function readFile(root: string, task: AnalyseTask, options: WalkOptions): Promise<ReadFile | ReadOutcome> {
  const { path, rawPath } = task;
  const content = await readContent(root, task, options);
  const { text, size, mtimeMs, hash, readAtMs } = content;
  if (text === null) {
    const leftOut = content.leftOut ?? { path, reason: 'unreadable', detail: null };
    // A file can change twice within two seconds and have the same time. So the size and time of a fresh change are not stored.
    const isReliable = hash !== '' && readAtMs - mtimeMs > 2000;
    return { kind: 'leftOut', leftOut: isReliable ? { ...leftOut, seen: { size, mtimeMs } } : leftOut };
  }
  if (hash === task.knownHash) return { kind: 'touched', path, size, mtimeMs, verifiedAtMs: readAtMs };
  return { kind: 'read', path, rawPath, size, mtimeMs, hash, readAtMs, encoding: content.encoding ?? 'utf-8', text };
}

async function readContent(root: string, task: AnalyseTask, options: WalkOptions): Promise<SourceContent> {
  if (task.text !== undefined) return givenContent(task.text);
  for (let pause = firstPauseMs; ; pause *= 4) {
    const content = readSource(root, task, options);
    if (pause > lastPauseMs || content.leftOut === null || !isTemporary(content.leftOut)) return content;
    await sleep(pause);
  }
}

function givenContent(text: string): SourceContent {
  const notOnDisk = { mtimeMs: 0, readAtMs: 0, hash: '' };
  return { size: text.length, ...notOnDisk, text, encoding: 'utf-8', leftOut: null };
}
