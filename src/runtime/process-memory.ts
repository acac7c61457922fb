/** The memory of another process. Linux reports it in kilobytes, and elsewhere in pages, of which not every processor's have 4 KB. */
import { readdirSync, readFileSync } from 'node:fs';

/** In bytes. */
export interface ProcessMemory {
  /** All that is in memory. */
  resident: number;
  /** Without files and what is shared with other processes. */
  own: number;
}

/** Null where the system does not tell, or there is no such process. */
export function processMemory(pid: number): ProcessMemory | null {
  try {
    return memoryIn(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return null;
  }
}

/** What a process and all that it has started, directly or not, have of their own (bytes); 0 where the system does not tell. */
export function memoryOfAll(pid: number): number {
  let own = 0;
  const left = [pid];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    own += processMemory(one)?.own ?? 0;
    left.push(...childrenOf(one));
  }
  return own;
}

function childrenOf(pid: number): number[] {
  try {
    const texts = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')); // prettier-ignore
    return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
  } catch {
    // It has ended, or the system has no such list.
    return [];
  }
}

/** @param status the text of `/proc/PID/status`. Null for a process that has ended and waits for its parent: it has no memory */
export function memoryIn(status: string): ProcessMemory | null {
  const resident = bytesIn(status, 'VmRSS');
  // gVisor does not tell them apart.
  return resident === null ? null : { resident, own: bytesIn(status, 'RssAnon') ?? resident };
}

function bytesIn(status: string, name: string): number | null {
  const [, kilobytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
