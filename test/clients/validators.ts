/** Checks the MCP bundle and the plugin for Claude Code with the clients' own validators. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../scripts/lib/repository.ts';
import { programOf, type ClientPackage } from './packages.ts';
import type { Ended, Sandbox } from './sandbox.ts';

export interface Validation {
  title: string;
  /** Resolves with how the validator ended. */
  run(sandbox: Sandbox): Promise<Ended>;
}

/** Packs the bundle, unpacks it with the bundle maker's own program, and validates the result. */
async function validateBundle(client: ClientPackage, sandbox: Sandbox): Promise<Ended> {
  const out = join(sandbox.home, 'out');
  const packed = await sandbox.run([at('scripts', 'pack-mcpb.ts'), '--out', out]);
  if (packed.code !== 0) return packed;
  const [bundle = ''] = readdirSync(out);
  const unpacked = await sandbox.run([programOf(client), 'unpack', join(out, bundle), join(out, 'unpacked')]);
  if (unpacked.code !== 0) return unpacked;
  return sandbox.run([programOf(client), 'validate', join(out, 'unpacked', 'manifest.json')]);
}

export function validationsOf(client: ClientPackage): Validation[] {
  if (client.id === 'mcpb')
    return [{ title: 'validate of the packed bundle', run: (sandbox) => validateBundle(client, sandbox) }];
  if (client.id !== 'claude-code') return [];
  return [
    ['plugin', at('plugins', 'claude-code')],
    ['marketplace', at()],
  ].map(([what = '', folder = '']) => ({
    title: `plugin validate of the ${what}`,
    run: (sandbox) => sandbox.run([programOf(client), 'plugin', 'validate', folder]),
  }));
}
