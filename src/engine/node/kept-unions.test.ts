/** Which engines over several repositories stay, whatever their senders name. */
import { expect, it } from 'vitest';
import type { Engine } from '../types.ts';
import type { EngineOfSeveral } from '../union/open-together.ts';
import { EngineUse } from './counted-engine.ts';
import { KeptUnions, type Union } from './kept-unions.ts';

/** Keeps unions that note when they are closed. */
function kept(): {
  unions: KeptUnions;
  closed: string[];
  keep: (key: string, sender: string, parts?: readonly Engine[]) => Union;
} {
  const unions = new KeptUnions({ most: 20, ofOne: 4 });
  const closed: string[] = [];
  const keep = (key: string, sender: string, parts: readonly Engine[] = []): Union => {
    const close = async (): Promise<void> => void closed.push(key);
    const union = { parts, notAsked: [], engine: { close } as EngineOfSeveral, use: new EngineUse(), sender };
    unions.keep(key, union);
    return union;
  };
  return { unions, closed, keep };
}

it('a sender drops its own, whatever it names', async () => {
  const { unions, keep } = kept();
  const common = keep('all', 'ann');
  for (let at = 0; at < 100; at++) keep(`eve ${at}`, 'eve');
  await unions.tidy(0);
  expect(unions.find('all')).toBe(common);
  expect([95, 96, 97, 98, 99].map((at) => unions.find(`eve ${at}`) !== undefined)).toEqual([false, true, true, true, true]); // prettier-ignore
});

it('the one that was asked last stays longest, of one sender and of all', async () => {
  const { unions, keep } = kept();
  const common = keep('all', 'ann');
  for (let at = 0; at < 40; at++) {
    keep(`ann ${at}`, 'ann');
    keep(`other ${at}`, `other ${at}`);
    expect(unions.find('all')).toBe(common);
  }
  await unions.tidy(0);
  expect(unions.find('other 0')).toBeUndefined();
});

it('of what a sender has dropped few are left, and none that is in use is closed', async () => {
  const { unions, closed, keep } = kept();
  const used = keep('used', 'eve');
  used.use.begin();
  const other = keep('other', 'ann');
  for (let at = 0; at < 100; at++) keep(`eve ${at}`, 'eve');
  expect(closed).toHaveLength(92);
  expect(closed).not.toContain('used');
  used.use.end();
  await unions.tidy(0);
  expect(closed).toHaveLength(97);
  expect(unions.find('other')).toBe(other);
  await unions.close();
  expect(closed).toHaveLength(102);
});

it('what others have dropped is the same union again until it is closed', async () => {
  const { unions, closed, keep } = kept();
  const common = keep('all', 'ann');
  for (let at = 0; at < 40; at++) keep(`other ${at}`, `other ${at}`);
  expect(unions.find('all')).toBe(common);
  await unions.tidy(0);
  expect([closed.includes('all'), unions.find('all')]).toEqual([false, common]);
});

it('what was replaced is not found again, also where what replaced it is gone', async () => {
  const { unions, keep } = kept();
  const old = keep('all', 'ann');
  old.use.begin();
  const next = keep('all', 'ann');
  for (let at = 0; at < 4; at++) keep(`ann ${at}`, 'ann');
  expect(unions.find('all')).toBe(next);
  for (let at = 4; at < 8; at++) keep(`ann ${at}`, 'ann');
  await unions.tidy(0);
  expect(unions.find('all')).toBeUndefined();
});

it('what has an engine that is closed is dropped', () => {
  const { unions, keep } = kept();
  const [one, two] = [{}, {}] as [Engine, Engine];
  keep('one', 'ann', [one]);
  keep('both', 'ann', [one, two]);
  const left = keep('two', 'ann', [two]);
  for (let at = 0; at < 4; at++) keep(`ann ${at}`, 'ann');
  unions.dropWith(one);
  expect(['one', 'both', 'two'].map((key) => unions.find(key))).toEqual([undefined, undefined, left]);
});
