/** Gives memory back whenever a server rests. */

/** Behind the start, of which it is no part (ms). */
const fromMs = 2000;

export function watchRest(): void {
  const begin = async (): Promise<void> => {
    const { releaseMemoryAtRest } = await import('../../runtime/resting-memory.ts');
    releaseMemoryAtRest();
  };
  setTimeout(() => void begin(), fromMs).unref();
}
