import { expect, it } from 'vitest';
import { FairTurns, type Place } from './fair-turns.ts';
import { QuestionGone } from './question.ts';

/** Lets all that has been granted run. */
const round = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Asks for places under names, and notes who has one. */
function asked(turns: FairTurns): { ask: (name: string, sender: string | null) => Place; has: string[] } {
  const has: string[] = [];
  const ask = (name: string, sender: string | null): Place => {
    const place = turns.ask(sender);
    void place.granted.then(() => has.push(name));
    return place;
  };
  return { ask, has };
}

it('gives each sender a turn, however much one of them has waiting', async () => {
  const turns = new FairTurns({ atOnce: 1, ofOne: 1 });
  const { ask, has } = asked(turns);
  const places = new Map<string, Place>();
  for (const at of [1, 2, 3, 4]) places.set(`a${at}`, ask(`a${at}`, 'a'));
  for (const name of ['b1', 'b2', 'c1']) places.set(name, ask(name, name[0]!));
  for (let at = 0; at < 7; at++) {
    await round();
    expect(has).toHaveLength(at + 1);
    turns.leave(places.get(has.at(-1)!)!);
  }
  expect(has).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('leaves places for others where one sender has its share', async () => {
  const turns = new FairTurns({ atOnce: 3, ofOne: 2 });
  const { ask, has } = asked(turns);
  for (const at of [1, 2, 3]) ask(`a${at}`, 'a');
  await round();
  expect(has).toEqual(['a1', 'a2']);
  ask('b1', 'b');
  await round();
  expect(has).toEqual(['a1', 'a2', 'b1']);
});

it('does what nobody waits for last', async () => {
  const turns = new FairTurns({ atOnce: 1, ofOne: 1 });
  const { ask, has } = asked(turns);
  const first = ask('first', null);
  ask('nobody', null);
  const second = ask('second', 'a');
  turns.leave(first);
  await round();
  turns.leave(second);
  await round();
  expect(has).toEqual(['first', 'second', 'nobody']);
});

it('gives work that several want its place once, by the one whose turn comes first', async () => {
  const turns = new FairTurns({ atOnce: 1, ofOne: 1 });
  const { ask, has } = asked(turns);
  const places = [ask('held', 'a'), ask('a1', 'a'), ask('a2', 'a'), ask('common', 'a')];
  const common = places[3]!;
  turns.join(common, 'b');
  turns.join(common, 'b');
  for (const place of [places[0]!, places[1]!, common]) {
    await round();
    turns.leave(place);
    // Joined too late.
    if (place === common) turns.join(common, 'c');
  }
  await round();
  turns.leave(places[2]!);
  await round();
  expect(has).toEqual(['held', 'a1', 'common', 'a2']);
});

it('forgets what is not wanted any more, and gives places back also where work fails', async () => {
  const turns = new FairTurns({ atOnce: 1, ofOne: 1 });
  const { signal } = new AbortController();
  const client = new AbortController();
  const held = turns.ask('a');
  let begun = 0;
  const gone = turns.run('a', client.signal, async () => void begun++);
  const failing = turns.run('b', signal, () => Promise.reject(new Error('no')));
  client.abort();
  await expect(gone).rejects.toThrow(QuestionGone);
  await expect(turns.run('c', client.signal, async () => void begun++)).rejects.toThrow(QuestionGone);
  turns.leave(held);
  turns.leave(held);
  await expect(failing).rejects.toThrow('no');
  expect(await turns.run('a', signal, () => Promise.resolve(7))).toBe(7);
  expect(begun).toBe(0);
});
