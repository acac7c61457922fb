import { expect, it } from 'vitest';
import { createRouter } from './routes.ts';

const find = createRouter(['/health', '/tools/*'].map((path) => ({ path, methods: {}, refusals: 'api' as const })));

it.each([
  ['/health', '/health'],
  ['/tools/search', '/tools/*'],
  ['/tools/', undefined],
  ['/tools/search/more', undefined],
  ['*', undefined],
  // Quadratic work would take minutes. Nobody has to have a token to send a path.
  [`/${'x'.repeat(1_000_000)}/`, undefined],
  [`/tools/${'x'.repeat(1_000_000)}`, '/tools/*'],
])('of the path %.30s', (path, route) => {
  expect(find('GET', path)?.route.path).toBe(route);
});
