/** The memory available for the compiler, and the memory that it uses. */
import { readFileSync } from 'node:fs';

/** The share of the available memory that the compiler may use. */
const availableShare = 0.6;
/** The maximum that the compiler may use, in bytes. */
const maxBytes = 6 * 1024 ** 3;
/** The bytes that the compiler uses for its libraries, and for each byte of source that it checks. Measured: 2.8 to 4.1 GB for 56 MB (vscode). */
const baseBytes = 256 * 1024 ** 2;
const perSourceByte = 56;

/** How many bytes of memory the compiler may use to check source of a size; null when they would not suffice. */
export function memoryFor(sourceBytes: number, available: number = process.availableMemory()): number | null {
  const allowed = Math.min(available * availableShare, maxBytes);
  return baseBytes + sourceBytes * perSourceByte > allowed ? null : Math.floor(allowed);
}

/** The resident memory of a process (bytes); 0 where the system does not report it. */
export function residentBytes(pid: number): number {
  try {
    // Pages have at least 4 KB. On a system with larger pages the result is too small.
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096 || 0;
  } catch {
    return 0;
  }
}
