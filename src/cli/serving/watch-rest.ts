/** Gives memory back to the system whenever a server is idle. */

/** The watch begins this long after the start, to keep the start short (ms). */
const delayMs = 2000;

export function releaseMemoryWhenIdle(): void {
  const begin = async (): Promise<void> => {
    const { releaseMemoryAtRest } = await import('../../runtime/resting-memory.ts');
    releaseMemoryAtRest();
  };
  setTimeout(() => void begin(), delayMs).unref();
}
