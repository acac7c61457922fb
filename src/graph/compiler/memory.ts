/** The memory available for the compiler. */

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
