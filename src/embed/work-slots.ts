/** Limits the amount of concurrent work; urgent work goes before waiting work. */

export interface WorkSlots {
  run<T>(urgent: boolean, task: () => Promise<T>): Promise<T>;
}

export function workSlots(limit: number): WorkSlots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(urgent, task) {
      if (taken >= limit) {
        // The woken task takes over the slot of the one that woke it.
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
