/** Messages of other nodes at a node, which are held until the test lets them go. */
import { expect, it } from 'vitest';
import type { EngineOfSeveral } from '../../engine/union/open-together.ts';
import type { HttpReply } from '../../util/http-message.ts';
import { until } from '../../util/testing/until.ts';
import { questionTurn } from '../../util/turns/question.ts';
import { SenderTurns } from './in-turn.ts';
import { shareFormat, shareRoute } from './share-route.ts';

const body = Buffer.from(JSON.stringify({
  format: shareFormat,
  repositories: [1],
  question: { kind: 'path', asked: { text: 'x' }, state: 'known' },
})); // prettier-ignore

/** Sends messages of senders to one node. @param reply what its engine does @param open resolves when its repositories are open */
function messages(
  reply: () => Promise<unknown>,
  open: () => Promise<unknown> = () => Promise.resolve(),
): (sender: string, signal?: AbortSignal) => Promise<HttpReply> {
  const { share: turn } = new SenderTurns();
  const engine = { reply } as unknown as EngineOfSeveral;
  const node = { engineOfSeveral: () => open().then(() => engine) };
  return (sender, signal = new AbortController().signal) => {
    const send = shareRoute({ node, turn }, sender, [{ id: 1, name: 'one' }]).methods.POST!;
    return send({ method: 'POST', path: '/api/share', headers: { 'content-type': 'application/json' }, body, signal });
  };
}

it('leave others a place, however many one sends', async () => {
  const ends: (() => void)[] = [];
  const send = messages(() => new Promise((done) => ends.push(() => done({ changed: true }))));
  const many = Array.from({ length: 20 }, () => send('ann'));
  await until(() => ends.length === 8);
  const other = send('bob');
  await until(() => ends.length > 8);
  expect(ends).toHaveLength(9);
  ends[8]!();
  expect((await other).status).toBe(200);
  for (let at = 0; at < 20; at++) {
    if (at === 8) continue;
    await until(() => at < ends.length);
    ends[at]!();
  }
  await until(() => ends.length === 21);
  ends[20]!();
  expect((await Promise.all(many)).every(({ status }) => status === 200)).toBe(true);
});

it('take no turn while they wait for snapshots', async () => {
  const snapshots: (() => void)[] = [];
  let isWaiting = true;
  const send = messages(
    () => Promise.resolve({ changed: true }),
    () => (isWaiting ? new Promise<void>((come) => snapshots.push(come)) : Promise.resolve()),
  );
  const waiting = Array.from({ length: 20 }, () => send('ann'));
  await until(() => snapshots.length === 20);
  isWaiting = false;
  expect((await send('ann')).status).toBe(200);
  for (const come of snapshots) come();
  await Promise.all(waiting);
});

it('end when the asking node waits no more', async () => {
  let state = 'waiting';
  const send = messages(async () => {
    state = 'begun';
    try {
      for (;;) await questionTurn();
    } finally {
      state = 'ended';
    }
  });
  const asking = new AbortController();
  const sent = send('ann', asking.signal);
  await until(() => state === 'begun');
  asking.abort();
  expect((await sent).status).toBe(503);
  expect(state).toBe('ended');
});
