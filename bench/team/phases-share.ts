/**
 * A node's share of many repositories, in a process of its own: `phases-share.ts NODE NODES COUNT vectors|words ROOT…` prints its port, then answers messages to
 * the share as a query node does. `GET /use` says what the process has used so far.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replyOf } from '../../src/api/node/share-route.ts';
import type { NamedEngine } from '../../src/engine/engine.ts';
import { choicesFor } from '../../src/engine/node/assignment.ts';
import { openTogether } from '../../src/engine/union/open-together.ts';
import { namedRoots, openAt } from './union-engines.ts';

const [node, nodes, count, kind, ...roots] = process.argv.slice(2);
const all = Array.from({ length: Number(nodes) }, (_, at) => ({ name: `n${at}` }));
const engines: NamedEngine[] = [];
for (const [at, { name, root }] of namedRoots(roots, Number(count)).entries())
  if (choicesFor(at + 1, all)[0]!.name === `n${node}`)
    engines.push({ name, engine: await openAt(root, { embeddings: kind === 'vectors', indexing: 'never' }) });
const union = engines.length === 0 ? null : await openTogether(engines, () => []);

function use(): object {
  const { user, system } = process.cpuUsage();
  return { repositories: engines.length, cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer =
      request.method === 'GET'
        ? Promise.resolve(use())
        : replyOf(
            { node: { engineOfSeveral: () => Promise.resolve(union!) }, turn: (_sender, _signal, work) => work() },
            { repositories: [], sender: 'bench', signal: new AbortController().signal },
            JSON.parse(Buffer.concat(chunks).toString()),
          );
    void answer.then((value) => response.end(JSON.stringify(value)));
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, ...use() }))); // prettier-ignore
