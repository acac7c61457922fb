/** Senders who come at once, over HTTP, to a node that has nothing open. */
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { QueryNode } from '../../engine/node/query-node.ts';
import type { Access } from '../../team/access/access.ts';
import { createLogger } from '../../util/json-log.ts';
import { createNodeService, type NodeServiceOptions } from './node-service.ts';

const count = 30;

it('are served for the first time one after the other, with turns for others between', async () => {
  let round = 0;
  let isOver = false;
  const nextRound = (): void => {
    round++;
    if (!isOver) setImmediate(nextRound);
  };
  onTestFinished(() => {
    isOver = true;
  });
  /** The round of the event loop in which something was made for a sender. */
  const rounds: number[] = [];
  const { config } = loadConfig({ root: import.meta.dirname, flags: { 'http.port': '0' }, env: new Map(), userConfigDir: null }); // prettier-ignore
  const counted = new Proxy(config, {
    ownKeys(target) {
      rounds.push(round);
      return Reflect.ownKeys(target);
    },
  });
  const together = Promise.withResolvers<void>();
  let waiting = 0;
  /** Knows who each of them is when all have come. */
  const check = async (authorization = ''): Promise<Access> => {
    if (++waiting === 2 * count) together.resolve();
    await together.promise;
    return { principal: Number(authorization), name: '', repositories: new Set([1]), scopes: new Set(['read']) };
  };
  const node = {
    ...{ name: 'n1', repositories: [{ id: 1, name: 'shop' }], trouble: null, anyOpen: () => Promise.resolve(null) },
    ...{ betterNodes: () => [], isOpen: () => false, isIndexed: () => true, suspect: () => {} },
  } as unknown as QueryNode;
  const service = await createNodeService({
    ...{ node, tls: null, config: counted, catalogue: {} as NodeServiceOptions['catalogue'] },
    access: { checker: { check }, metadata: null },
    tools: { names: null, load: () => Promise.resolve([]) },
    logger: createLogger('error', () => {}),
  });
  onTestFinished(() => service.close());
  const url = await service.listen();
  rounds.length = 0;
  nextRound();
  // Each of them twice, so that what was made for one is had by both.
  const senders = Array.from({ length: 2 * count }, (_, at) => String(1 + (at % count)));
  const replies = await Promise.all(
    senders.map((authorization) => fetch(`${url}/api/projects`, { headers: { authorization } })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(rounds).toHaveLength(count);
  expect(new Set(rounds).size).toBe(count);
});
