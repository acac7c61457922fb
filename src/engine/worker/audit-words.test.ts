/** Notes of the audit as somebody reads them. */
import { expect, it } from 'vitest';
import { parseBytes } from '../../config/values.ts';
import { auditWords } from './audit-words.ts';

const id = '0123456789abcdef0123456789abcdef';

it.each<[what: string, detail: unknown, names: Record<string, string>, text: string]>([
  ['granted', { principal: 1, repository: null, may: 'read' }, { principal: 'ann' }, 'ann: read all repositories'],
  [
    'grant revoked',
    { principal: 1, repository: 4, may: 'index' },
    { principal: 'group:ops', repository: 'a/b' },
    'group:ops: index a/b',
  ],
  [
    'granted',
    { principal: 1, repository: 4, may: 'read' },
    {},
    'number 1, which was removed: read number 4, which was removed',
  ],
  [
    'token added',
    { id, principal: 1, name: 'explorer', may: 'index', repositories: null, administers: true },
    { principal: 'ann' },
    'ann: administer, for “explorer”, id 0123456789ab',
  ],
  [
    'token added',
    { id, principal: 1, name: '', may: 'read', repositories: [4, 5] },
    { principal: 'ann', repositories: 'a/b, a/c' },
    'ann: read only a/b, a/c, id 0123456789ab',
  ],
  [
    'token added',
    { id, principal: 1, name: '', may: 'read', repositories: [4] },
    { principal: 'ann' },
    'ann: read only 1 repository, id 0123456789ab',
  ],
  ['principal added', { kind: 'group', name: 'ops' }, {}, 'group:ops'],
  ['member added', { group: 2, principal: 1 }, { group: 'group:ops', principal: 'ann' }, 'ann to group:ops'],
  ['limit set', { name: 'repositories', most: null }, {}, 'repositories: as usual'],
  ['limit set', { name: 'store', most: parseBytes('500GB') }, {}, 'store: 500 GB'],
  ['limit set', { name: 'repositories', most: 2000 }, {}, 'repositories: 2,000'],
  [
    'snapshots swept',
    { deleted: 1200, notYet: [], isForced: true, by: '' },
    {},
    'deleted: 1,200, not yet: none, is forced',
  ],
  ['catalogue restored', { keepsTokens: false }, {}, 'all tokens were revoked'],
  ['something else', 'a text', {}, 'a text'],
  ['something else', null, {}, ''],
])('%s %j', (what, detail, names, text) => {
  expect(auditWords({ what, detail, names })).toBe(text);
});
