/** Gives memory back to the system whenever a server is idle. */

/** So long after the start, to keep the start short (ms). */
const fromMs = 2000;

export function watchRest(): void {
  const begin = async (): Promise<void> => {
    const { releaseMemoryAtRest } = await import('../../runtime/resting-memory.ts');
    releaseMemoryAtRest();
  };
  setTimeout(() => void begin(), fromMs).unref();
}
