/**
 * The protocol's own conformance suites against the HTTP server: every scored scenario of the revisions 2025-11-25 and
 * 2026-07-28.
 * Invariant: a suite has passed when its process ends with 0 and the server still runs. Its output does not matter.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureProject } from '../e2e/fixture-project.ts';
import { modernPost, postMessage } from '../e2e/http-process.ts';
import { startFixtureServer, type FixtureServer } from './fixture-server.ts';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');
let server: FixtureServer;
let origin: string;
const results = mkdtempSync(join(tmpdir(), 'conformance-'));

beforeAll(async () => {
  server = await startFixtureServer(fixtureProject());
  origin = new URL(server.url).origin;
  // The first request loads the modules that answer it, and the suites give some calls less than a second.
  await postMessage(origin, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  await postMessage(origin, { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'codebase://files' } });
  await modernPost(origin, 'tools/call', { name: 'code-scout_status', arguments: {} });
});
afterAll(async () => {
  await server.close();
  rmSync(results, { recursive: true, force: true });
});

interface Run {
  code: number | null;
  output: string;
}

function runSuite(version: string, args: readonly string[]): Promise<Run> {
  const entry = join(modules, `conformance-${version}`, 'dist', 'index.js');
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [entry, 'server', '--url', server.url, '-o', results, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', failed);
    child.on('close', (code) => done({ code, output }));
  });
}

// The suites have wall-clock limits, which a machine busy with other tests may miss.
describe('the conformance suite', { retry: 2, timeout: 120_000 }, () => {
  it.each<[string, readonly string[]]>([
    ['0.1', []],
    ['0.2', ['--requirements', '2025-11-25']],
    ['0.2', ['--requirements', '2026-07-28']],
  ])('%s %j passes', async (version, args) => {
    const { code, output } = await runSuite(version, args);
    const scored = output.slice(Math.max(0, output.indexOf('=== SUMMARY'))).slice(-6000);
    expect(code, scored).toBe(0);
    const { answer } = await modernPost(origin, 'tools/call', { name: 'test_simple_text', arguments: {} });
    expect(answer.result).toMatchObject({ resultType: 'complete' });
  });

  it('fails where a scenario fails', async () => {
    const { code } = await runSuite('0.2', [
      '--scenario',
      'tasks-lifecycle',
      '--spec-version',
      '2026-07-28',
      '--force',
    ]);
    expect(code).toBe(1);
  });
});
