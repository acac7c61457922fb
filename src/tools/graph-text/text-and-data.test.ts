/** Both forms of an answer about reached symbols say the same, whatever the names are, and hold the budget. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReachedNode } from '../../model/graph.ts';
import { linkKinds, linkResolutions } from '../../model/link.ts';
import { oneLine } from '../budget.ts';
import { tool as callers } from '../get-callers/tool.ts';
import { tool as impact } from '../get-impact/tool.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { callsAnswer, edge, impactAnswer, reached, sites, symbol } from '../testing/fixed-graph.ts';
import { linkText, type LinkData } from './link-data.ts';
import type { DistanceData } from './reached.ts';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'file: x', '  note: y'),
);
const node = fc
  .record({ path: word, name: word, isTest: fc.boolean(), exported: fc.boolean(), isFile: fc.boolean() })
  .map(({ path, name, isTest, exported, isFile }) =>
    isFile
      ? symbol('x', { id: path, path, qualified: path, kind: 'file', isTest })
      : symbol('x', { id: `${path}#${name}`, path, qualified: name, kind: 'function', isTest, exported }),
  );
const places = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 50 }),
    fc.constantFrom(...linkKinds),
    fc.constantFrom(...linkResolutions),
  )
  .map(([lines, kind, resolution]) => sites(lines, kind, resolution));
const target = symbol('src/a.ts#target');
const anyReached: fc.Arbitrary<ReachedNode> = fc
  .tuple(
    node,
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.tuple(node, places, fc.option(node)), { minLength: 1, maxLength: 5 }),
  )
  .map(([from, distance, ends]) =>
    reached(
      from,
      distance,
      ends.map(([to, at, via]) => edge(from, distance === 1 ? target : to, at, via)),
    ),
  );

/** The lines of text that say what the data says. */
function said(distances: readonly DistanceData[]): string[] {
  return distances.flatMap(({ files }) =>
    files.flatMap(({ path, test, symbols }) => [
      `file: ${oneLine(path)}${test === true ? ' (test)' : ''}`,
      ...symbols.map(({ name, lines, links = [], more_links: more }) => {
        const told = links.map((link: LinkData) => linkText(link, 'active'));
        if (more !== undefined) told.push(`+${more} more link${more === 1 ? '' : 's'}`);
        return `  ${oneLine(name)}${lines === undefined ? '' : ` [${lines}]`} ${told.join('; ')}`.trimEnd();
      }),
    ]),
  );
}

describe('text and data', () => {
  it.each([callers, impact])('of $name carry the same facts within the budget', async (tool) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyReached, { maxLength: 40 }), fc.constantFrom(2000, 8000), async (found, max) => {
        const answers = { callers: callsAnswer(target, found), impact: impactAnswer(target, found) };
        const args = { symbol: target.id, maxDepth: 3, max_chars: max };
        const { text, data, answer } = await callGraphTool(tool, args, answers);
        expect(answer.isError).toBeUndefined();
        expect(text.length).toBeLessThan(max);
        expect(JSON.stringify(data).length).toBeLessThan(max);
        const lines = text.split('\n');
        const distances = data['distances'] as DistanceData[];
        const start = lines.findIndex((line) => line.startsWith('distance '));
        const body = start === -1 ? [] : lines.slice(start);
        const wanted = said(distances);
        const at = wanted.map((line) => body.indexOf(line));
        expect(wanted.filter((_, i) => at[i] === -1)).toEqual([]);
        const shown = distances.flatMap(({ files }) => files.flatMap(({ symbols }) => symbols)).length;
        expect(data['shown']).toBe(shown);
        for (const note of (data['notes'] ?? []) as string[]) expect(lines).toContain(`note: ${note}`);
      }),
      { numRuns: 60 },
    );
  });
});
