/**
 * Asks one server per tree, a few questions at a time in turn, so that other load of the machine affects all servers
 * alike.
 * Invariant: each question is asked once. The servers are idle otherwise and have answered others of each kind before.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { GrowthTree } from './growth-index.ts';
import type { QuestionKind } from './growth-questions.ts';
import { median } from '../lib/measure.ts';
import { rested, StdioServer } from '../lib/stdio-server.ts';

export interface QuestionFigures {
  asked: number;
  /** Milliseconds until the client has the answer. */
  p50: number;
  p95: number;
  /** CPU time of the server's threads per question, without child processes: the median of the turns' means (ms). */
  cpuMs: number;
}

export interface ServerFigures {
  /** By kind of question. */
  questions: Map<string, QuestionFigures>;
  /** Resident memory of the server process after all questions, without child processes. */
  memoryMb: number;
}

/** How many questions a server gets before it is the next one's turn. */
const turn = 10;

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

async function opened({ root }: GrowthTree): Promise<StdioServer> {
  // The compiler tier works for minutes in the background, which would only disturb these measurements.
  const server = new StdioServer({ root, args: ['--no-compiler'] });
  await server.open();
  for (;;) {
    const status = await server.call('code-scout_status', {});
    if (status === null || status.error !== null) throw new Error(`status: ${status?.error ?? server.errors}`);
    if (status.data['status'] === 'idle') break;
    await wait(50);
  }
  await rested(server, 0);
  return server;
}

async function askTurn(
  server: StdioServer,
  kind: QuestionKind,
  numbers: readonly number[],
  copies: number,
): Promise<number[]> {
  const taken: number[] = [];
  for (const n of numbers) {
    const args = kind.args(n, copies);
    const start = performance.now();
    const answer = await server.call(kind.tool, args);
    taken.push(performance.now() - start);
    if (answer === null || answer.error !== null)
      throw new Error(`${kind.tool} ${JSON.stringify(args)}: ${answer?.error ?? server.errors}`);
    kind.check(answer.data, answer.text);
  }
  return taken;
}

class Series {
  readonly #wallMs: number[] = [];
  readonly #cpuMs: number[] = [];

  add(wallMs: readonly number[], cpuMs: number): void {
    this.#wallMs.push(...wallMs);
    this.#cpuMs.push(cpuMs / wallMs.length);
  }

  figures(): QuestionFigures {
    const sorted = this.#wallMs.toSorted((a, b) => a - b);
    return {
      asked: sorted.length,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      cpuMs: median(this.#cpuMs),
    };
  }
}

const numbersFrom = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

/**
 * Figures in the order of the trees.
 * @param questions of each kind, those from number `warmUp` on count, and those before warm the server up
 */
export async function askAll(
  trees: readonly GrowthTree[],
  kinds: readonly QuestionKind[],
  { warmUp, questions }: { warmUp: number; questions: number },
): Promise<ServerFigures[]> {
  const servers: StdioServer[] = [];
  try {
    for (const tree of trees) servers.push(await opened(tree));
    const series = trees.map(() => new Map(kinds.map(({ name }) => [name, new Series()])));
    for (const [at, server] of servers.entries())
      for (const kind of kinds) await askTurn(server, kind, numbersFrom(0, warmUp), trees[at]!.copies);
    for (let from = 0; from < questions; from += turn) {
      const numbers = numbersFrom(warmUp + from, Math.min(turn, questions - from));
      for (const kind of kinds) {
        for (const [at, server] of servers.entries()) {
          const before = server.exactCpu();
          const taken = await askTurn(server, kind, numbers, trees[at]!.copies);
          series[at]!.get(kind.name)!.add(taken, server.exactCpu() - before);
        }
      }
    }
    return servers.map((server, at) => ({
      questions: new Map([...series[at]!].map(([name, one]) => [name, one.figures()])),
      memoryMb: server.memory(),
    }));
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** The memory of an idle server on an empty project (MB). */
export async function emptyMemory(tree: GrowthTree): Promise<number> {
  const server = await opened(tree);
  await server.call('search_repo', { query: 'nothing' });
  const memory = server.memory();
  await server.close();
  return memory;
}
