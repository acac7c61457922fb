/** What `serve --catalogue` refuses before it opens anything. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../testing/command-run.ts';

it.each([
  [
    'a plain address of another machine',
    ['--node-url', 'http://node1.example.org:8787'],
    '--node-url must be an https URL',
  ],
  ['an address of another kind', ['--node-url', 'ftp://127.0.0.1'], '--node-url must be an https URL'],
  ['no URL', ['--node-url', 'node1'], '--node-url must be an https URL'],
  ['an address for metrics without a port', ['--metrics-host', '0.0.0.0'], '--metrics-host needs --metrics-port'],
  ['a port for metrics that is none', ['--metrics-port', 'x'], '--metrics-port'],
  ['a token for all', ['--token', 'x'.repeat(40)], '--token is for a server of projects'],
])('%s', async (_, args, message) => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-serve-')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const given = ['serve', '--catalogue', 'catalogue.db', '--team', join(top, 'store'), '--folder', 'node', ...args];
  const { code, output } = await runCommandLine(given, top, top);
  expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(top, 'catalogue.db'))).toBe(false);
});
