/** The library interface of the package, as it is published. */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, repository, type Installed } from './packed-package.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  installed.write({
    'project/package.json': '{}',
    'project/src/lamp.ts': 'export function sweepLamp(degrees: number): number {\n  return degrees;\n}\n',
    'project/src/keeper.ts': "import { sweepLamp } from './lamp.ts';\nexport const turn = () => sweepLamp(90);\n",
    'project/src/harbour.py': 'def moor_vessel(name):\n    return name\n',
  });
});
afterAll(() => installed.remove());

test('an engine opens, indexes, searches, calls tools and closes, and then nothing keeps the process running', () => {
  installed.write({
    'use.mjs': `
      import { openEngine } from 'code-scout-mcp';
      const engine = await openEngine({ root: 'project', userConfig: false });
      const phases = new Set();
      const report = await engine.index({ onProgress: ({ phase }) => phases.add(phase) });
      const { hits } = await engine.search('moor a vessel', { limit: 1 });
      const callers = await engine.callTool('get_callers', { symbol: 'sweepLamp' });
      const wrong = await engine.callTool('get_callers', { nonsense: 1 });
      const status = await engine.status();
      const tools = await engine.tools();
      const unknown = await engine.callTool('get_caller').catch((error) => error);
      await engine.close();
      const closed = await engine.status().catch((error) => error);
      console.log(JSON.stringify({
        report, phases: [...phases], hit: hits[0], callers, wrong: wrong.isError, status, tools: tools.map(({ name }) => name),
        unknown: [unknown.code, unknown.message], closed: [closed.code, closed.hint],
      }));
    `,
  });
  const results = JSON.parse(installed.node(['use.mjs'])) as Record<string, unknown>;
  expect(results['report']).toMatchObject({ totalFiles: 4, indexedFiles: 4, removedFiles: 0 });
  expect(results['phases']).toContain('linking');
  expect(results['hit']).toMatchObject({ path: 'src/harbour.py', startLine: 1, symbols: ['moor_vessel'] });
  expect((results['hit'] as { text: string }).text).toContain('return name');
  expect((results['callers'] as { text: string }).text).toContain('turn');
  expect(results['wrong']).toBe(true);
  expect(results['status']).toMatchObject({ status: 'idle', filesIndexed: 4, languages: { typescript: 2, python: 1 } });
  expect(results['tools']).toContain('search_repo');
  expect(results['unknown']).toEqual(['NotFoundError', expect.stringContaining('Did you mean get_callers?')]);
  expect(results['closed']).toEqual(['CancelledError', 'Open another with openEngine().']);
});

test('bad settings are refused with what to do', () => {
  installed.write({
    'bad.mjs': `
      import { openEngine, startMcpServer } from 'code-scout-mcp';
      const outcomes = [];
      for (const open of [
        () => openEngine(), () => openEngine({ root: 'nowhere' }), () => openEngine({ root: 'package.json' }),
        () => openEngine({ root: 'project', userConfig: false, settings: { 'search.maxLimi': 1 } }),
        () => openEngine({ root: 'project', userConfig: false, plugins: ['./missing.mjs'] }),
        () => startMcpServer({ root: 'project' }),
        () => startMcpServer({ root: 'project', userConfig: false, transport: 'http', host: '0.0.0.0' }),
      ]) outcomes.push(await open().then(() => 'opened', (error) => error.code + ': ' + error.message));
      console.log(JSON.stringify(outcomes));
    `,
  });
  const outcomes = JSON.parse(installed.node(['bad.mjs'])) as string[];
  const expected = [
    /^ValidationError: `root` must be the path of a folder/,
    /^ValidationError: There is no folder .*nowhere/,
    /^ValidationError: `root` must be the path of a folder/,
    /^ConfigurationError: .*search\.maxLimi.*did you mean `search\.maxLimit`/s,
    /^ConfigurationError: .*there is no module .*missing\.mjs/s,
    /^ValidationError: `transport` must be "stdio" or "http"/,
    /^ConfigurationError: 0\.0\.0\.0 can be reached from other machines, and there is no token/,
  ];
  expect(outcomes).toHaveLength(expected.length);
  for (const [at, pattern] of expected.entries()) expect(outcomes[at]).toMatch(pattern);
});

test('a server over HTTP answers, and closes without ending the process', () => {
  installed.write({
    'http.mjs': `
      import { startMcpServer } from 'code-scout-mcp';
      const server = await startMcpServer({ root: 'project', userConfig: false, transport: 'http' });
      const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } };
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const answer = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(initialize) });
      const text = await answer.text();
      await server.close();
      await server.ended;
      const gone = await fetch(server.url).catch((error) => error.cause.code);
      console.log(JSON.stringify({ status: answer.status, named: text.includes('"code-scout-mcp"'), gone }));
    `,
  });
  expect(JSON.parse(installed.node(['http.mjs']))).toEqual({ status: 200, named: true, gone: 'ECONNREFUSED' });
});

test('a server over standard input and output answers, and gives standard output back when it closes', async () => {
  installed.write({
    'stdio.mjs': `
      import { startMcpServer } from 'code-scout-mcp';
      const server = await startMcpServer({ root: 'project', userConfig: false, transport: 'stdio' });
      console.log('this goes to standard error');
      await server.ended;
      console.log('after the server');
    `,
  });
  const child = spawn(process.execPath, ['stdio.mjs'], { cwd: installed.folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.includes('"id":1')) child.stdin.end();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const code = await new Promise((done) => child.on('close', done));
  const [answer = '', ...rest] = out.trim().split('\n');
  expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { serverInfo: { name: 'code-scout-mcp' } } });
  expect(rest).toEqual(['after the server']);
  expect(err).toContain('this goes to standard error');
  expect(code).toBe(0);
});

test('the declarations compile alone, accept right uses and refuse wrong ones', () => {
  installed.write({
    'use.ts': `
      import { definePlugin, openEngine, startMcpServer } from 'code-scout-mcp';
      import type { CodeScoutError, McpServerHandle, Plugin, ProjectEngine, SearchHit } from 'code-scout-mcp';
      const engine: ProjectEngine = await openEngine({ root: '.', settings: { 'search.maxLimit': 50 } });
      const hits: readonly SearchHit[] = (await engine.search('x', { limit: 3 })).hits;
      const server: McpServerHandle = await startMcpServer({ root: '.', transport: 'http', port: 0 });
      export const plugin: Plugin = definePlugin({ name: 'p', version: '1', tools: [{
        name: 't', description: 'd', inputSchema: { type: 'object' }, run: async (args, { root }) => root + String(args['x']),
      }] });
      export const hint = (error: CodeScoutError): string | null => error.hint;
      export { hits, server };
      // @ts-expect-error there is no such transport
      await startMcpServer({ root: '.', transport: 'pigeon' });
      // @ts-expect-error a limit is a number
      await engine.search('x', { limit: '3' });
      // @ts-expect-error a plugin has a version
      definePlugin({ name: 'p' });
    `,
  });
  const tsc = join(repository, 'node_modules', '.bin', 'tsc');
  for (const how of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit'];
    const args = [...how, ...strict, '--target', 'es2024', '--lib', 'es2024,dom', '--types', '', 'use.ts'];
    const output = (): string => execFileSync(tsc, args, { cwd: installed.folder, encoding: 'utf8' });
    expect(output()).toBe('');
  }
});
