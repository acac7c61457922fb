/**
 * A node's share of many repositories, in a process of its own: `phases-share.ts NODE NODES vectors|words ROOT…` prints its port, then answers messages to
 * the share as a query node does. `GET /use` says what the process has used so far.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replyOf } from '../../src/api/node/share-route.ts';
import type { NamedEngine } from '../../src/engine/engine.ts';
import { choicesFor } from '../../src/engine/node/assignment.ts';
import { openTogether } from '../../src/engine/union/open-together.ts';
import { indexOfCopy, repositoryName } from './copied-repositories.ts';
import { openAt } from './union-engines.ts';

const [node, nodes, kind, ...roots] = process.argv.slice(2);
const all = Array.from({ length: Number(nodes) }, (_, at) => ({ name: `n${at}` }));
const engines: NamedEngine[] = [];
for (const [at, root] of roots.entries())
  if (choicesFor(at + 1, all)[0]!.name === `n${node}`)
    engines.push({
      name: repositoryName(root),
      engine: await openAt(root, { embeddings: kind === 'vectors', indexing: 'never', ...indexOfCopy(root) }),
    });
const union = engines.length === 0 ? null : await openTogether(engines, () => []);

/** The processor time of the search programs that this process has waited for (ms): Linux tells it. */
function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function use(): object {
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1000 + childrenMs();
  return { repositories: engines.length, cpuMs, rss: process.memoryUsage().rss };
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
