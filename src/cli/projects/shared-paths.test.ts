import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { locationOf, sharedPath } from './shared-paths.ts';

const at = (path: string): string => path.replaceAll('/', sep);
const projects = [
  { name: 'api', root: at('/srv/api') },
  { name: 'api/client', root: at('/srv/api/client') },
  { name: 'a', root: at('/other/a') },
];

it('finds a file by the longest name that its path begins with, and back', () => {
  expect(locationOf(projects, 'api/src/a.ts')).toBe(join(at('/srv/api'), 'src', 'a.ts'));
  expect(locationOf(projects, 'api/client/b.ts')).toBe(join(at('/srv/api/client'), 'b.ts'));
  expect(locationOf(projects, 'a')).toBe(join(at('/other/a')));
  expect(locationOf(projects, 'apis/src/a.ts')).toBeNull();
  expect(sharedPath(projects, at('/srv/api/src/a.ts'))).toBe('api/src/a.ts');
  expect(sharedPath(projects, at('/srv/api/client/b.ts'))).toBe('api/client/b.ts');
  expect(sharedPath(projects, at('/other/a'))).toBe('a');
  expect(sharedPath(projects, at('/other/ab'))).toBeNull();
  expect(sharedPath(projects, at('/srv'))).toBe('.');
});
