import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { locationOf, nameOfLocation, pathOfIndexIn } from './index-location.ts';
import { localStateOf, stateFile } from './local-state.ts';

it.each([
  [':memory:', { memory: true }, null],
  ['.code-scout/database.db', { file: resolve('/project/.code-scout/database.db') }, '.code-scout/database.db'],
  ['/project/x.db', { file: resolve('/project/x.db') }, 'x.db'],
  ['/elsewhere/x.db', { file: resolve('/elsewhere/x.db') }, null],
  ['/project2/x.db', { file: resolve('/project2/x.db') }, null],
])('%s is where the user says, seen from /project', (written, location, inside) => {
  const root = resolve('/project');
  expect(locationOf(written, root)).toEqual(location);
  expect(pathOfIndexIn(root, locationOf(written, root))).toBe(inside);
  // What messages say can be typed again.
  expect(locationOf(nameOfLocation(locationOf(written, root)), '/')).toEqual(location);
});

it('has a local state of its own name, which an index in memory has not', () => {
  const state = localStateOf({ file: resolve('/project/.code-scout/other.db') });
  expect(stateFile(state!, '.pull-7')).toBe(resolve('/project/.code-scout/other.db.pull-7'));
  expect(localStateOf({ memory: true })).toBeNull();
});
