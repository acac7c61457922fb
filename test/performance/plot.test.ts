import { describe, expect, it } from 'vitest';
import { svgOf, type PlotPanel } from '../../bench/growth/plot.ts';
import { escapeXml, logScale, logTicks, tickLabel } from '../../bench/growth/plot-scale.ts';

describe('logarithmic axes', () => {
  it('put equal ratios at equal distances', () => {
    const scale = logScale([1, 100], [50, 250]);
    expect([1, 10, 100].map(scale.at)).toEqual([50, 150, 250]);
  });

  it('may point the other way', () => {
    const scale = logScale([0.5, 8], [400, 0]);
    expect([0.5, 2, 8].map(scale.at)).toEqual([400, 200, 0]);
  });

  it.each([
    [0, 10],
    [-1, 10],
    [5, 5],
    [Number.NaN, 1],
  ])('exclude %s to %s', (from, to) => {
    expect(() => logScale([from, to], [0, 1])).toThrow(/no logarithmic axis/);
  });

  it.each([
    [1, 64, [1, 2, 5, 10, 20, 50]],
    [0.05, 1.2, [0.05, 0.1, 0.2, 0.5, 1]],
    [3, 4, []],
  ])('from %s to %s are marked', (from, to, ticks) => {
    expect(logTicks({ from, to })).toEqual(ticks);
  });

  it('are labelled without needless digits', () => {
    expect([0.05, 0.1 + 0.2, 64, 1000].map(tickLabel)).toEqual(['0.05', '0.3', '64', '1000']);
  });
});

it('escapes XML characters, and leaves out those that XML does not allow', () => {
  expect(escapeXml(`<a href="x">'&amp;'</a>\0\u{1b}\u{d800}é😀`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&apos;&amp;amp;&apos;&lt;/a&gt;é😀',
  );
});

const line = (label: string, ...ys: number[]): PlotPanel['lines'][number] => ({
  label,
  points: ys.map((y, at) => ({ x: 4 ** at, y })),
});

describe('a plot', () => {
  const panel: PlotPanel = {
    ...{ title: 'Panel <1>', xLabel: 'x & more', yLabel: 'y' },
    lines: [line('one "line"', 1, 3, 9), line('two', 1, 1, 1)],
    references: [line('linear', 1, 4, 16)],
  };
  const svg = svgOf({ title: 'T', subtitle: 's', panels: [panel, panel] });

  it('draws every point of every line once as a mark, and the references as dashes', () => {
    const marks = svg.match(/<(?:circle|polygon) /g) ?? [];
    // In each panel: three points of two lines, and a mark of each line in the legend.
    expect(marks).toHaveLength(2 * (2 * 3 + 2));
    expect(svg.match(/class="reference"/g)).toHaveLength(2);
  });

  it('escapes its texts and closes what it opens', () => {
    expect(svg).toContain('Panel &lt;1&gt;');
    expect(svg).toContain('x &amp; more');
    expect(svg).toContain('one &quot;line&quot;');
    const open: string[] = [];
    for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (close === '/') expect(open.pop()).toBe(name);
      else if (self === '') open.push(name!);
    }
    expect(open).toEqual([]);
  });

  it('keeps every point inside its frame', () => {
    const [, , width, height] = /viewBox="(\d+) (\d+) (\d+) (\d+)"/.exec(svg)!.slice(1).map(Number);
    for (const [, x, y] of svg.matchAll(/<circle [^>]*cx="([\d.-]+)" cy="([\d.-]+)"/g)) {
      expect(Number(x)).toBeGreaterThan(0);
      expect(Number(x)).toBeLessThan(width!);
      expect(Number(y)).toBeGreaterThan(0);
      expect(Number(y)).toBeLessThan(height!);
    }
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('has colours for a dark background', () => {
    expect(svg).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.s0\{stroke:#5ab4f5\}/);
  });
});
