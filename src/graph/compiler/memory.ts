/** The memory available for the compiler, and the memory that it uses. */
import { readFileSync } from 'node:fs';

/** The share of the available memory that the compiler may use… */
const share = 0.6;
/** … and the most that it may use (bytes). */
const mostBytes = 6 * 1024 ** 3;
/** What the compiler uses for its libraries (bytes), and for each byte of source that it checks: 2.8 to 4.1 GB for 56 MB (vscode). */
const baseBytes = 256 * 1024 ** 2;
const perSourceByte = 56;

/** How much memory the compiler may use to check that much source (bytes); null when there is too little to try. */
export function memoryFor(sourceBytes: number, available: number = process.availableMemory()): number | null {
  const allowed = Math.min(available * share, mostBytes);
  return baseBytes + sourceBytes * perSourceByte > allowed ? null : Math.floor(allowed);
}

/** The resident memory of a process (bytes); 0 where the system does not report it. */
export function residentBytes(pid: number): number {
  try {
    // Pages have at least 4 KB; where they are larger, the limit is looser.
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096 || 0;
  } catch {
    return 0;
  }
}
