/**
 * One question of each kind that is asked most, before a node takes those of others: the first of a kind loads and compiles what all of its kind need, which
 * takes five to ten times as long as the question itself.
 */
import type { QueryNode } from '../../engine/node/query-node.ts';
import { callTool } from '../../tools/call-tool.ts';
import type { Tool, ToolAnswer } from '../../tools/tool.ts';

/** No node is held up longer (ms). */
const usualMs = 2000;

/**
 * Asks about a repository that is open; where none is, nothing. Never rejects: what fails here fails again when somebody asks it.
 * @param signal ends it before the next question; absent: after two seconds
 * @returns the answers
 */
export async function warmUp(
  node: Pick<QueryNode, 'anyOpen'>,
  tools: readonly Tool[],
  signal: AbortSignal = AbortSignal.timeout(usualMs),
): Promise<ToolAnswer[]> {
  const opened = await node.anyOpen().catch(() => null);
  if (opened === null) return [];
  const { name, engine } = opened;
  // Most repositories have something that is named as they are.
  const query = name.split('/').at(-1)!;
  const words: [string, object][] = [
    ['search_repo', { query }],
    ['search_code', { query }],
    ['search', { pattern: `*${query}*` }],
  ];
  const found = await engine.searchRepo({ query, limit: 10 }).catch(() => ({ hits: [] }));
  const symbols = found.hits.flatMap(({ file, chunk }) => chunk.symbols.map((one) => `${file.path}#${one}`));
  const ofSymbol = symbols.slice(0, 1).flatMap((symbol): [string, object][] => [
    ['get_callers', { symbol }],
    ['explain_usage', { symbol }],
  ]);
  const answers: ToolAnswer[] = [];
  for (const [asked, args] of [...words, ...ofSymbol]) {
    const tool = tools.find((one) => one.name === asked);
    if (tool === undefined || signal.aborted) continue;
    answers.push(await callTool(tool, args, () => Promise.resolve(engine), { signal, progress: null }));
  }
  return answers;
}
