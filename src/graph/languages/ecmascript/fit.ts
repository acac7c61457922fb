/** Whether something has a type, with three answers. */

/** True: surely; false: surely not; null: it is not known. */
export type Fit = boolean | null;

/** Whether all of some items fit. */
export function allFit<T>(items: readonly T[], fit: (item: T) => Fit): Fit {
  let all: Fit = true;
  for (const item of items) {
    const one = fit(item);
    if (one === false) return false;
    if (one === null) all = null;
  }
  return all;
}

/** Whether any of some items fits. */
export function anyFits<T>(items: readonly T[], fit: (item: T) => Fit): Fit {
  let any: Fit = false;
  for (const item of items) {
    const one = fit(item);
    if (one === true) return true;
    if (one === null) any = null;
  }
  return any;
}
