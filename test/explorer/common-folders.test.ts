/** The list of repositories shows what tells one from another. */
import { expect, it } from 'vitest';
import { commonFolders } from '../../web/common-folders.ts';

it.each([
  [['git.example.org/team/shop', 'git.example.org/team/cart'], 'git.example.org/team/'],
  [['git.example.org/team/shop', 'git.example.org/ops/shop'], 'git.example.org/'],
  [['git.example.org/team', 'git.example.org/team/cart'], 'git.example.org/'],
  [['api', 'web'], ''],
  [['github.com/a/b', 'local/b'], ''],
  [[], ''],
])('%j all begin with %j', (names, common) => {
  expect(commonFolders(names)).toBe(common);
});
