import { describe, expect, it } from 'vitest';
import type { SearchLimits } from '../engine/types.ts';
import { callTool } from './call-tool.ts';
import { tool as tagSearch } from './code-scout-search/tool.ts';
import { tool as usage } from './explain-usage/tool.ts';
import { tool as semanticSearch } from './search-by-embedding/tool.ts';
import { tool as hybridSearch } from './search-repo/tool.ts';
import { tool as symbolSearch } from './search/tool.ts';
import { fixedEngine } from './testing/fixed-engine.ts';
import { symbol, symbolsAnswer, usageAnswer } from './testing/fixed-graph.ts';
import type { Tool } from './tool.ts';

const known = symbol('a.ts#known');

async function asked(tool: Tool, args: Record<string, unknown>, limits: SearchLimits): Promise<unknown> {
  const graph = { usage: usageAnswer(), search: symbolsAnswer([known]), symbols: [known] };
  const engine = fixedEngine({ limits, graph });
  const context = { signal: new AbortController().signal, progress: null };
  const { isError } = await callTool(tool, args, async () => engine, context);
  expect(isError).toBeUndefined();
  const [of] = [engine.asked.repo, engine.asked.semantic, engine.asked.search].map(([one]) => one).filter(Boolean);
  if (of !== undefined) return 'k' in of ? of.k : of.limit;
  const [, ofGraph] = engine.askedOfGraph.find(([method]) => method !== 'resolve') ?? [];
  return (ofGraph as { limit: number } | undefined)?.limit;
}

describe('how many results a search shows', () => {
  it.each<[Tool, Record<string, unknown>, string, number | undefined, number]>([
    [hybridSearch, { query: 'x' }, 'limit', 10, 50],
    [semanticSearch, { query: 'x' }, 'max_results', 10, 100],
    // Its usual number and its most are in the configuration.
    [tagSearch, { tags: ['xyz'] }, 'limit', undefined, 100],
    [usage, { symbol: 'a.ts#known' }, 'limit', 20, 500],
    [symbolSearch, { pattern: 'x' }, 'limit', 100, 1000],
  ])('$name', async (tool, args, name, own, most) => {
    const free = { usual: null, most: 100 };
    expect(await asked(tool, args, free)).toBe(own);
    expect(await asked(tool, { ...args, [name]: most }, free)).toBe(most);
    expect(await asked(tool, { ...args, [name]: 2 }, { usual: 7, most: 100 })).toBe(2);
    if (own !== undefined) expect(await asked(tool, args, { usual: 7, most: 100 })).toBe(7);
  });

  it('keeps within the limits of the user and of the tool', async () => {
    expect(await asked(hybridSearch, { query: 'x', limit: 40 }, { usual: null, most: 30 })).toBe(30);
    expect(await asked(semanticSearch, { query: 'x', max_results: 40 }, { usual: null, most: 30 })).toBe(30);
    expect(await asked(hybridSearch, { query: 'x' }, { usual: 80, most: 100 })).toBe(50);
  });
});
