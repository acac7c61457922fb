/**
 * One question of each kind that is asked most, before a node takes those of others: the first of a kind loads and compiles what all of its kind need, which
 * takes five to ten times as long as the question itself.
 */
import type { QueryNode } from '../../engine/node/query-node.ts';
import { callTool } from '../../tools/call-tool.ts';
import { untraced } from '../../util/tracing/spans.ts';
import { asQuestion } from '../../util/turns/question.ts';
import type { Tool, ToolAnswer } from '../../tools/tool.ts';

/** No node is held up longer (ms). */
const usualMs = 2000;

/**
 * Asks about a repository that is open; where none is, nothing. Never rejects: what fails here fails again when somebody asks it.
 * @param signal ends it, and nothing that it waits for is waited for; absent: after two seconds
 * @returns the answers until then
 */
export async function warmUp(
  node: Pick<QueryNode, 'anyOpen'>,
  tools: readonly Tool[],
  signal: AbortSignal = AbortSignal.timeout(usualMs),
): Promise<ToolAnswer[]> {
  const answers: ToolAnswer[] = [];
  const over = Promise.withResolvers<void>();
  if (signal.aborted) over.resolve();
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  await Promise.race([untraced(() => ask({ node, tools, signal }, (answer) => answers.push(answer))), over.promise]);
  return [...answers];
}

interface Asking {
  node: Pick<QueryNode, 'anyOpen'>;
  tools: readonly Tool[];
  signal: AbortSignal;
}

async function ask({ node, tools, signal }: Asking, onAnswer: (answer: ToolAnswer) => void): Promise<void> {
  const opened = await node.anyOpen().catch(() => null);
  if (opened === null || signal.aborted) return;
  const { name, engine } = opened;
  // Most repositories have something that is named as they are.
  const query = name.split('/').at(-1)!;
  const words: [string, object][] = [
    ['search_repo', { query }],
    ['search_code', { query }],
    ['search', { pattern: `*${query}*` }],
  ];
  const found = await asQuestion(signal, () => engine.searchRepo({ query, limit: 10 })).catch(() => ({ hits: [] }));
  const symbols = found.hits.flatMap(({ file, chunk }) => chunk.symbols.map((one) => `${file.path}#${one}`));
  const ofSymbol = symbols.slice(0, 1).flatMap((symbol): [string, object][] => [
    ['get_callers', { symbol }],
    ['explain_usage', { symbol }],
  ]);
  for (const [asked, args] of [...words, ...ofSymbol]) {
    const tool = tools.find((one) => one.name === asked);
    if (tool === undefined || signal.aborted) continue;
    onAnswer(await callTool(tool, args, () => Promise.resolve(engine), { signal, progress: null }));
  }
}
