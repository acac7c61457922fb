/** The cost of a large tree, stage by stage, with the built product in its own processes, as users run it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/store/registry.ts';
import { measure, type Cost } from '../lib/measure.ts';
import { dropIndex, editKinds, Edits, indexBytes, indexFolder, type EditKind } from './scale-tree.ts';
import { builtEntry, rested, StdioServer } from '../lib/stdio-server.ts';
import { generator } from '../lib/synthetic-project.ts';

const peakReporter = 'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

export interface StageCost {
  cpuS: number;
  wallS: number;
  /** Peak memory of the process (MB). */
  peakMb: number;
  /** Size of the index afterwards. */
  indexBytes: number;
}

function runIndex(root: string, setting: readonly string[]): { cost: Cost; stage: StageCost } {
  const cost = measure(['env', ...setting, process.execPath, '--import', peakReporter, builtEntry, 'index'], root);
  const peakMb = Number(/peak (\d+)/.exec(cost.stderr)?.[1] ?? NaN) / 1024;
  return { cost, stage: { cpuS: cost.cpuS, wallS: cost.wallS, peakMb, indexBytes: indexBytes(root) } };
}

/** Waits until the server is idle, including all work in the background of its runs. */
async function atRest(server: StdioServer): Promise<void> {
  for (;;) {
    const status = await server.call('code-scout_status', {});
    if (status === null || status.error !== null) throw new Error(`status: ${status?.error ?? server.errors}`);
    if (status.data['status'] === 'idle') break;
    await sleep(200);
  }
  for (let still = 0; still < 3; still++) {
    const before = server.cpu();
    await rested(server, before);
    if (server.cpu() - before > 50) still = -1;
  }
}

export interface IndexStages {
  /** Definitions, links and tags of every file. */
  graph: StageCost;
  /** The vectors after that, without a change on disk. */
  vectors: StageCost;
  /** The trigrams after those, made by a server that starts on the index. */
  texts: StageCost;
  /** A command that finds no changes; `vectors` contains this cost, too. */
  noChange: StageCost;
  /** A server that starts on a complete index, until it is idle; `texts` contains this cost, too. */
  start: { cpuS: number; wallS: number };
}

/** The interval of memory samples of a server and its child processes (ms). */
const sampleMs = 250;

async function serverRun(root: string): Promise<StageCost> {
  const from = performance.now();
  const server = new StdioServer({ root });
  let peakMb = 0;
  const sampler = setInterval(() => (peakMb = Math.max(peakMb, server.familyMemory().shared)), sampleMs);
  await server.open();
  await atRest(server);
  clearInterval(sampler);
  const cpuS = server.cpu() / 1000;
  await server.close();
  return { cpuS, wallS: (performance.now() - from) / 1000, peakMb, indexBytes: indexBytes(root) };
}

export async function indexStages(root: string): Promise<IndexStages> {
  dropIndex(root);
  const graph = runIndex(root, ['CODE_SCOUT_EMBEDDING_PROVIDER=off']).stage;
  const vectors = runIndex(root, []).stage;
  const texts = await serverRun(root);
  const noChange = runIndex(root, []).stage;
  const { cpuS, wallS } = await serverRun(root);
  return { graph, vectors, texts, noChange, start: { cpuS, wallS } };
}

export interface EditCosts {
  /** CPU ms of a server that its watcher notifies, until it is idle. */
  watched: Record<EditKind, number[]>;
  /** CPU ms of `code-scout index`. */
  command: Record<EditKind, number[]>;
}

function noCosts(): Record<EditKind, number[]> {
  return { comment: [], body: [], export: [] };
}

/** Makes `rounds` edits of each kind; the first of each warms the server up and does not count. */
export async function editCosts(root: string, rounds: number): Promise<EditCosts> {
  const costs: EditCosts = { watched: noCosts(), command: noCosts() };
  const edits = new Edits(root, generator(23));
  try {
    const server = new StdioServer({ root });
    await server.open();
    await atRest(server);
    const store = await openStore({ file: join(root, indexFolder, 'database.db') });
    for (let round = -1; round < rounds; round++) {
      for (const kind of editKinds) {
        const before = server.cpu();
        const { path, size } = edits.make(kind);
        while ((await store.filesByPath([path]))[0]?.size !== size) await sleep(20);
        const cost = await rested(server, before);
        if (round >= 0) costs.watched[kind].push(cost);
      }
    }
    await store.close();
    await server.close();
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      for (const kind of editKinds) {
        edits.make(kind);
        costs.command[kind].push(runIndex(root, []).cost.cpuS * 1000);
      }
    }
  } finally {
    edits.undo();
    runIndex(root, []);
  }
  return costs;
}
