/** Logarithmic axes: the position of a value, and the values with tick marks. */

export interface LogScale {
  /** The pixel position of a positive value. */
  at(value: number): number;
  from: number;
  to: number;
}

/** @param range positive values; @param pixels the positions of these two */
export function logScale([from, to]: readonly [number, number], [start, end]: readonly [number, number]): LogScale {
  if (!(from > 0) || !(to > from)) throw new Error(`no logarithmic axis from ${from} to ${to}`);
  const width = Math.log(to / from);
  return { from, to, at: (value) => start + ((end - start) * Math.log(value / from)) / width };
}

/** 1, 2, 5, 10 and so on, within the range of the axis. */
export function logTicks({ from, to }: Pick<LogScale, 'from' | 'to'>): number[] {
  const ticks: number[] = [];
  const near = 1e-9;
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++)
    for (const digit of [1, 2, 5]) {
      const value = Number(`${digit}e${power}`);
      if (value >= from * (1 - near) && value <= to * (1 + near)) ticks.push(value);
    }
  return ticks;
}

/** Escapes text for XML content or attributes. */
export function escapeXml(text: string): string {
  const kept = [...text].filter((character) => {
    const code = character.codePointAt(0)!;
    return (
      (code >= 0x20 && code !== 0xfffe && code !== 0xffff && !(code >= 0xd800 && code <= 0xdfff)) ||
      code === 9 ||
      code === 10
    );
  });
  return kept
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** With as few digits as possible: 0.5, 20, 1000. */
export function tickLabel(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
