/** The package started by npx, the MCP bundle, the extension for VS Code and the executable: each as a user gets it, answering as a server. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, repository, type Installed } from './packed-package.ts';

let installed: Installed;
let folder: string;
beforeAll(() => {
  installed = installPackage();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bundles-')));
  mkdirSync(join(folder, 'project', 'src'), { recursive: true });
  writeFileSync(join(folder, 'project', 'package.json'), '{}');
  // Enough files for them to be parsed in threads.
  for (let i = 0; i < 30; i++) {
    const name = join(folder, 'project', 'src', `lamp${i}`);
    writeFileSync(`${name}.ts`, `export function sweep${i}(degrees: number): number {\n  return degrees;\n}\n`);
    writeFileSync(`${name}.py`, `def moor_${i}(vessel):\n    return vessel\n`);
  }
});
afterAll(() => {
  installed.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  command: string;
  args: readonly string[];
  path?: string;
  cwd?: string;
}

/** Asks a server for its name, an index, and callers by text. For that, its parsers, threads and ripgrep must work. */
async function askServer({ command, args, path = process.env['PATH'] ?? '', cwd = join(folder, 'project') }: Started) {
  rmSync(join(folder, 'project', '.code-scout'), { recursive: true, force: true });
  // Settings that keep npx from asking the registry about newer versions of npm.
  const npm = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const env = { PATH: path, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...npm };
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  const call = (id: number, name: string, given: object): object => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const questions = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    call(2, 'code-scout_index', { background: false }),
    call(3, 'search', { pattern: 'moor_29' }),
    call(4, 'search_code', { query: 'sweep17' }),
  ];
  const send = (at: number): void => {
    const question = questions[at];
    if (question === undefined) child.stdin.end();
    else child.stdin.write(`${JSON.stringify(question)}\n`);
  };
  let next = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.includes(`"id":${next + 1}}`) || out.includes(`"id":${next + 1},`)) send(++next);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  send(0);
  const code = await ended;
  const answers = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id?: number; result?: Record<string, unknown> });
  const of = (id: number): string => JSON.stringify(answers.find((answer) => answer.id === id)?.result ?? errors);
  return { code, initialized: of(1), index: of(2), found: of(3), text: of(4) };
}

function expectAnswers(answers: Awaited<ReturnType<typeof askServer>>): void {
  expect(answers.initialized).toContain('"name":"code-scout-mcp"');
  expect(answers.index).toContain('61');
  expect(answers.found).toContain('src/lamp29.py');
  expect(answers.text).toContain('src/lamp17.ts');
  expect(answers.code).toBe(0);
}

test('npx starts the installed package as a server', async () => {
  const npx = { command: 'npx', args: ['--no-install', 'code-scout-mcp', '--root', join(folder, 'project')] };
  expectAnswers(await askServer({ ...npx, cwd: installed.folder }));
});

/** The files of the package that a server has loaded, and the built-in and external modules that they import. */
class Loaded {
  readonly files = new Map<string, string>();
  readonly outside = new Set<string>();

  load(name: string): void {
    if (this.files.has(name)) return;
    const text = readFileSync(join(installed.unpacked, 'dist', name), 'utf8');
    this.files.set(name, text);
    for (const [, from = ''] of text.matchAll(/(?<!["'.])\b(?:from|import)"([@\w./:-]+)"/g)) {
      if (from.startsWith('./')) this.load(from.slice(2));
      else this.outside.add(from);
    }
  }

  /** @param call matches one lazy import of what is loaded; its first group is the file */
  loadLazily(call: RegExp): void {
    const found = [...this.files.values()].flatMap((text) => call.exec(text)?.[1] ?? []);
    expect(found, call.source).toHaveLength(1);
    this.load(found[0]!);
  }

  get bytes(): number {
    return [...this.files.values()].reduce((sum, text) => sum + text.length, 0);
  }

  has(mark: string): boolean {
    return [...this.files.values()].some((text) => text.includes(mark));
  }
}

function loadedByHandshake(): Loaded {
  const loaded = new Loaded();
  loaded.load('bin.js');
  loaded.loadLazily(/import\("\.\/([^"]+)"\)\.then\(\(\{begin\}\)/);
  loaded.loadLazily(/\{main\}=await import\("\.\/([^"]+)"\)/);
  loaded.loadLazily(/\{serveStdio\}=await import\("\.\/([^"]+)"\)/);
  return loaded;
}

test('the handshake loads only the modules that it needs', () => {
  const loaded = loadedByHandshake();
  expect(loaded.has('server/discover')).toBe(true);
  // Marks of the JSON schema compiler, the command line, the database and the library of PostgreSQL.
  for (const mark of ['ajv', 'InvalidArgumentError', 'DatabaseSync', 'SASL'])
    expect(loaded.has(mark), mark).toBe(false);
  expect([...loaded.outside].filter((name) => !name.startsWith('node:'))).toEqual([]);
  for (const name of ['crypto', 'sqlite', 'child_process', 'worker_threads', 'http']) {
    expect(loaded.outside, name).not.toContain(`node:${name}`);
  }
  expect(loaded.bytes).toBeLessThan(690_000);
  expect(loaded.files.size).toBeLessThan(25);
});

test('the first question loads only the modules that all questions need', () => {
  const loaded = loadedByHandshake();
  const before = loaded.bytes;
  const scripts = installed.files.filter((name) => name.endsWith('.js'));
  const all = scripts.map((name) => readFileSync(join(installed.unpacked, name), 'utf8')).join('');
  loaded.loadLazily(/\{runToolCall\}=await import\("\.\/([^"]+)"\)/);
  loaded.loadLazily(/\(await import\("\.\/([^"]+)"\)\)\.tools\}async function servedTools/);
  loaded.loadLazily(/import\("\.\/([^"]+)"\)\.then\(\(\{openEngine/);
  expect(loaded.has('DatabaseSync')).toBe(true);
  // Marks of languages, parsers, linking, the compiler, git's comparisons, text search and watching.
  const classes = ['LinkRun', 'ChangeAnswers', 'TextAnswers', 'TreeWatcher', 'GraphAnswers'].map(
    (name) => `${name}=class`,
  );
  for (const mark of ['tree-sitter-python.wasm', 'typescript/unstable', 'OTLPTraceExporter', ...classes]) {
    expect(loaded.has(mark), mark).toBe(false);
    expect(all.includes(mark), mark).toBe(true);
  }
  expect([...loaded.outside].filter((name) => !name.startsWith('node:'))).toEqual([]);
  // Modules that many questions do without are imported when they are needed (lazy-module.ts).
  for (const name of ['crypto', 'zlib', 'fs/promises']) expect(loaded.outside, name).not.toContain(`node:${name}`);
  expect(loaded.bytes - before).toBeLessThan(902_000);
  expect(loaded.files.size).toBeLessThan(45);
});

function pack(script: string, ...args: string[]): string {
  const program = join(repository, 'scripts', script);
  const lines = execFileSync(process.execPath, [program, '--out', folder, ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return lines.trim().split('\n').at(-1) ?? '';
}

/** Reads the central directory of the archive, as other programs do. */
function unzip(archive: string, target: string): string[] {
  const bytes = readFileSync(archive);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const names: string[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(from, from + packed));
    expect(content.length).toBe(size);
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, (bytes.readUInt32LE(at + 38) >>> 16) & 0o777);
    names.push(name);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

interface BundleManifest {
  manifest_version: string;
  name: string;
  version: string;
  author: { name: string };
  server: { type: string; entry_point: string; mcp_config: { command: string; args: string[] } };
  tools: { name: string }[];
  user_config: Record<string, { type: string; required: boolean }>;
}

test('the MCP bundle has a manifest that starts its server, and the server answers', async () => {
  const target = join(folder, 'bundle');
  const names = unzip(pack('pack-mcpb.ts'), target);
  const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8')) as BundleManifest;
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
  expect(manifest).toMatchObject({ manifest_version: '0.3', name: 'code-scout', version, server: { type: 'node' } });
  expect(names).toContain(manifest.server.entry_point);
  expect(names.filter((name) => /(?:^|\/)\.{2}(?:\/|$)|^\/|\\/.test(name))).toEqual([]);
  expect(manifest.tools.map(({ name }) => name)).toContain('search_repo');
  const given: Record<string, string> = { __dirname: target, 'user_config.project': join(folder, 'project') };
  const { command, args } = manifest.server.mcp_config;
  const filled = args.map((arg) => arg.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => given[name] ?? `no ${name}`));
  expect(command).toBe('node');
  expectAnswers(await askServer({ command: process.execPath, args: filled }));
});

test('the extension for VS Code has the notices of its own bundle, and its server answers', async () => {
  const target = join(folder, 'extension');
  unzip(pack('pack-vsix.ts'), target);
  const notices = readFileSync(join(target, 'extension', 'THIRD_PARTY_NOTICES.txt'), 'utf8');
  expect(notices).toMatch(/^vscode-languageclient \S+ \(MIT\)$/m);
  const program = join(target, 'extension', 'server', 'dist', 'bin.js');
  expectAnswers(await askServer({ command: process.execPath, args: [program, '--root', join(folder, 'project')] }));
});

test('the executable answers where Node is not installed', async () => {
  const target = pack('pack-binary.ts', '--no-archive');
  const bare = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'));
  const path = bare.filter((one) => ['/usr/bin', '/bin'].includes(one)).join(delimiter);
  expectAnswers(await askServer({ command: join(target, 'code-scout'), args: [], path }));
  expect(readFileSync(join(target, 'NODE_LICENSE.txt'), 'utf8')).toContain('Node.js');
});
