/** Which repositories a command line names, and what they are called. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askedRepositories } from './asked-repositories.ts';
import { splitPassword } from './folder.ts';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'code-scout-asked-'));
  for (const name of ['shop', 'bank.git', 'other/shop']) mkdirSync(join(top, name), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true }));

const named = (addresses: readonly string[], text: string | null = null): [string, string][] => {
  if (text !== null) writeFileSync(join(top, 'all.txt'), text);
  return askedRepositories(addresses, text === null ? null : 'all.txt', top).map(({ name, address }) => [name, address.replace(top, '')]); // prettier-ignore
};

describe('repositories', () => {
  it('are called by their address; a folder by its own name', () => {
    expect(named(['https://git.example.org/team/shop.git', 'git@example.org:a/b.git', 'shop', './bank.git'])).toEqual([
      ['git.example.org/team/shop', 'https://git.example.org/team/shop.git'],
      ['example.org/a/b', 'git@example.org:a/b.git'],
      ['local/shop', join('/', 'shop')],
      ['local/bank', join('/', 'bank.git')],
    ]);
  });

  it('of a file may have a name, and are asked for once', () => {
    expect(named(['shop'], '# all\r\nshop\n\nother/shop  example.org/other\n')).toEqual([
      ['local/shop', join('/', 'shop')],
      ['example.org/other', join('/', 'other', 'shop')],
    ]);
  });

  it('are refused where their address has a password, which is not repeated', () => {
    for (const text of [null, 'https://bot:s3cret@git.example.org/team/shop shop\n']) {
      const ask = (): unknown => named(text === null ? ['https://s3cret@git.example.org/team/shop'] : [], text);
      expect(ask).toThrow('The address of a repository has a user or a password: …@git.example.org/team/shop');
    }
  });

  it('are refused where two have one name, or a line has more than two words', () => {
    expect(() => named(['shop', 'other/shop'])).toThrow('Two repositories would have the name local/shop');
    expect(() => named([], 'shop as shop\n')).toThrow('Line 1 of all.txt has more than an address and a name');
  });
});

it('the password of a URL is kept out of what is written', () => {
  expect(splitPassword('postgresql://scout:a%2Fb@db.example.org/scout')).toEqual({ location: 'postgresql://scout@db.example.org/scout', password: 'a/b' }); // prettier-ignore
  expect(splitPassword('postgres://db.example.org/scout?user=scout&password=x&sslmode=verify-full')).toEqual({ location: 'postgres://db.example.org/scout?user=scout&sslmode=verify-full', password: 'x' }); // prettier-ignore
  for (const location of ['/srv/catalogue.db', 'postgresql:///scout?host=/run/postgresql', 's3://a:b@bucket'])
    expect(splitPassword(location)).toEqual({ location, password: null });
});
