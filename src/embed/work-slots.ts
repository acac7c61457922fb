/** Bounds how much is under way at a time; what is urgent goes before what waits already. */

export interface WorkSlots {
  run<T>(urgent: boolean, task: () => Promise<T>): Promise<T>;
}

export function workSlots(limit: number): WorkSlots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(urgent, task) {
      if (taken >= limit) {
        // Whoever is woken takes over the slot of the one that woke it.
        await new Promise<void>((wake) => {
          if (urgent) waiting.unshift(wake);
          else waiting.push(wake);
        });
      } else taken++;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) taken--;
        else next();
      }
    },
  };
}
