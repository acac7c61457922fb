/** One large file that is linked into another repository lets other questions have their turn. The clock runs fast, so that each step uses up its time. */
import { expect, it, vi } from 'vitest';
import { turnsDuring } from '../../src/util/testing/turns-during.ts';
import { organisationOf } from '../graph/organisation.ts';

const clock = vi.hoisted(() => ({ isFast: false, now: 0 }));
vi.mock(import('../../src/util/clock.ts'), async (original) => {
  const { clockMs } = await original();
  return { clockMs: () => clockMs() + (clock.isFast ? (clock.now += 20) : clock.now) };
});

const calls = 2000;

it('links a large file in turns, with all its links', async () => {
  const { across, symbols } = await organisationOf({
    library: { 'package.json': '{ "name": "shop" }', 'index.ts': 'export function open() {}\n' },
    user: {
      'package.json': '{ "name": "app", "dependencies": { "shop": "1" } }',
      'main.ts': `import { open } from 'shop';\n${'open();\n'.repeat(calls)}`,
    },
  });
  const targets = await symbols('library', 'open');
  let found = 0;
  clock.isFast = true;
  const turns = await turnsDuring(async () => {
    const { places } = await across.into(targets);
    found = places.filter(({ link }) => link.kind === 'call').length;
  });
  clock.isFast = false;
  expect(found).toBe(calls);
  expect(turns).toBeGreaterThan(calls / 100);
});
