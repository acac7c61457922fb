/** Limits the amount of concurrent work; urgent work goes before waiting work. */

export interface WorkSlots {
  run<T>(isUrgent: boolean, task: () => Promise<T>): Promise<T>;
}

export function workSlots(limit: number): WorkSlots {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(isUrgent, task) {
      if (busy >= limit) {
        // The task that ends passes its slot on to the task that it wakes.
        await new Promise<void>((wake) => {
          if (isUrgent) waiting.unshift(wake);
          else waiting.push(wake);
        });
      } else busy++;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) busy--;
        else next();
      }
    },
  };
}
