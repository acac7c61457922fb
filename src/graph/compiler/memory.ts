/** How much memory there is for the compiler, and how much it holds. */
import { readFileSync } from 'node:fs';

/** Of what is available the compiler may take this share… */
const share = 0.6;
/** … and no more than that (bytes). */
const mostBytes = 6 * 1024 ** 3;
/** What the compiler holds for its libraries (bytes), and for each byte of source that it checks: 2.8 to 4.1 GB for 56 MB (vscode). */
const baseBytes = 256 * 1024 ** 2;
const perSourceByte = 56;

/** How much the compiler may hold to check so much source (bytes); null when there is too little to try. */
export function memoryFor(sourceBytes: number, available: number = process.availableMemory()): number | null {
  const allowed = Math.min(available * share, mostBytes);
  return baseBytes + sourceBytes * perSourceByte > allowed ? null : Math.floor(allowed);
}

/** What a process holds (bytes); 0 where the system does not say. */
export function residentBytes(pid: number): number {
  try {
    // Pages of 4 KB are the least there are: where they are larger the bound is looser.
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096 || 0;
  } catch {
    return 0;
  }
}
