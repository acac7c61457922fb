/** Gives memory back whenever a server rests. */

/** Behind the start, of which it is no part (ms). */
const fromMs = 2000;

export function watchRest(): void {
  const begin = async (): Promise<void> => {
    const { giveBackAtRest } = await import('../../runtime/resting-memory.ts');
    giveBackAtRest();
  };
  setTimeout(() => void begin(), fromMs).unref();
}
