/** Names on the map: what stands beside a name in its box has room, however long the name is. */
import { expect, it } from 'vitest';
import { fitted } from '../../web/views/map/fitted-name.ts';

const wide = (text: string): number => text.length * 9;

it('are cut in the middle until the box has room for what stands beside them', () => {
  for (const beside of [24, 40]) {
    const { label, width } = fitted('packages/authentication/providers', beside, wide);
    expect(wide(label) + beside).toBeLessThanOrEqual(width);
    expect(width).toBeLessThanOrEqual(200);
    expect(label).toMatch(/^packag.*….*viders$/);
  }
});

it('are whole where there is room', () => {
  expect(fitted('src/cart', 40, wide)).toEqual({ label: 'src/cart', width: 112 });
  expect(fitted('a', 24, wide)).toEqual({ label: 'a', width: 84 });
});
