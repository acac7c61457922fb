/** However long a symbol or path is that a share is asked about, others have their turns meanwhile, and its paths are gone through once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openUnion, type NamedEngine } from '../engine.ts';
import type { ShareLink } from '../phases/engine-of-shares.ts';
import type { AskedNeeds, FoundNeeds } from './needs.ts';
import { indexAll, overWire } from './testing/narrowed-engine.ts';

const files = 60;
const base = mkdtempSync(join(tmpdir(), 'code-scout-answer-needs-'));
let all: NamedEngine[];
let link: ShareLink;

beforeAll(async () => {
  const texts = Array.from({ length: files - 1 }, (_, at) => [
    `folder/module${at}.ts`,
    `export function run${at}() {}\n`,
  ]);
  const big: Record<string, string> = Object.fromEntries(texts);
  all = await indexAll(base, { big, small: { 'lib/other.ts': 'export function other() {}\n' } });
  link = overWire(await openUnion(all));
}, 120_000);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const { engine } of all) await engine.close();
  rmSync(base, { recursive: true, force: true });
});

async function found(asked: AskedNeeds): Promise<FoundNeeds> {
  const { answer } = (await link.send({ kind: 'concerned', asked, state: null } as never)) as never as { answer: FoundNeeds }; // prettier-ignore
  return answer;
}

/** How many turns others have while a share answers, if each look at the clock finds a turn to be due. */
async function turnsFor(asked: AskedNeeds): Promise<number> {
  // What is kept after the first question takes no turns again.
  await found(asked);
  let [now, turns] = [0, 0];
  const { setImmediate: later } = globalThis;
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => BigInt((now += 20) * 1e6));
  vi.spyOn(globalThis, 'setImmediate').mockImplementation((run: () => void) => {
    turns++;
    return later(run);
  });
  await found(asked);
  vi.restoreAllMocks();
  return turns;
}

it('a symbol with hundreds of ends of paths goes once through the paths', async () => {
  const turns = await turnsFor({ of: 'written', needs: ['a.b:'.repeat(500)] });
  expect(turns).toBeGreaterThanOrEqual(files);
  expect(turns).toBeLessThan(2 * files);
});

it('a path that nobody has is compared with each path in a turn of its own', async () => {
  const turns = await turnsFor({ of: 'path', needs: [`folder/${'x'.repeat(1900)}.ts`] });
  expect(turns).toBeGreaterThanOrEqual(2 * files);
});

it('names who has the first end that anybody has, and who has a path or one like it', async () => {
  expect(
    await found({ of: 'written', needs: ['module3.ts:run3', 'none.ts:other.ts', 'lib/other.ts#a.ts', 'x.ts:y'] }),
  ).toEqual([
    { level: 1000, names: ['big'], more: 0 },
    { level: null, names: [], more: 0 },
    { level: 1000, names: ['small'], more: 0 },
    { level: null, names: [], more: 0 },
  ]);
  expect(await found({ of: 'path', needs: ['other.ts', 'folder/modul3.ts', 'away/other.ts', 'q'] })).toEqual([
    { isExact: true, names: ['small'], more: 0 },
    { isExact: false, names: ['big'], more: 0 },
    { isExact: false, names: ['small'], more: 0 },
    { isExact: false, names: [], more: 0 },
  ]);
});
