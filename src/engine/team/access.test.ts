import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import { openAccess, type OpenChecker } from './access.ts';

let folder = '';
let catalogue: Catalogue;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'code-scout-access-'));
  const location = join(folder, 'catalogue.db');
  catalogue = await openCatalogue({ location, tenant: 'main', creates: true, allowsPlain: false });
});
afterEach(async () => {
  await catalogue.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (settings: Record<string, string>): Promise<OpenChecker> => {
  const variables = Object.entries(settings).map(([name, value]) => [`CODE_SCOUT_ACCESS_${name}`, value] as const);
  const { config } = loadConfig({ root: folder, env: new Map(variables), userConfigDir: null });
  return openAccess(catalogue, config);
};
const issuer = { ISSUER: 'https://login.example.org', RESOURCE: 'https://code.example.org/mcp' };

it('without an issuer only named tokens count, and no metadata is published', async () => {
  const { checker, metadata } = await open({});
  expect(metadata).toBeNull();
  expect(await checker.check('Bearer a.b.c')).toMatchObject({
    ...{
      status: 401,
      challenge: 'Bearer realm="code-scout", error="invalid_token", error_description="The token is not known here"',
    },
  });
});

it('with an issuer clients are told where they get a token', async () => {
  const { checker, metadata } = await open(issuer);
  expect(metadata).toEqual({
    paths: ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'],
    document: {
      ...{ resource: issuer.RESOURCE, authorization_servers: [issuer.ISSUER], scopes_supported: ['read'] },
      ...{ bearer_methods_supported: ['header'], resource_name: 'Code Scout' },
    },
  });
  expect(await checker.check(undefined)).toEqual({
    status: 401,
    challenge:
      'Bearer resource_metadata="https://code.example.org/.well-known/oauth-protected-resource/mcp", scope="read"',
  });
});

it('settings that cannot be used are refused', async () => {
  await expect(open({ ISSUER: issuer.ISSUER })).rejects.toThrow('does not know its own address');
  await expect(open({ ...issuer, ISSUER: 'http://login.example.org' })).rejects.toThrow('has no TLS');
  await expect(open({ ...issuer, ALGORITHMS: 'HS256' })).rejects.toThrow('must be some of RS256');
});
