import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Catalogue, Repository } from '../../team/catalogue/catalogue.ts';
import { Polls, requireGit } from './poll-repositories.ts';

it('a host that does not answer takes one place, however often its repository is due', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const abort = new AbortController();
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/silent.git`;
  const repository: Repository = { id: 7, family: 7, name: 'silent', url, defaultRef: 'main', state: 'active' };
  const limits: number[] = [];
  const takePolls: Catalogue['takePolls'] = async ({ limit }) => {
    limits.push(limit);
    return [repository];
  };
  const catalogue = { takePolls } as Catalogue;
  const polls = new Polls(
    { catalogue, git: requireGit(), signal: abort.signal },
    { atOnce: 2, intervalMs: 1, onEnd: () => {} },
  );
  onTestFinished(async () => {
    abort.abort();
    await polls.ended();
    silent.close();
    for (const socket of sockets) socket.destroy();
  });
  for (let turn = 0; turn < 4; turn++) expect(await polls.begin()).toBe(true);
  expect(limits).toEqual([2, 1, 1, 1]);
});
