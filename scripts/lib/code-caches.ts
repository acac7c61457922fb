/**
 * What V8 has compiled of the built program's scripts once they have done all that is usual, beside each as `NAME.cache`: the program runs with it
 * (script-loader.ts). It is made by the Node that builds, and of use to the same Node only.
 * Invariant: nothing of the machine's user is read, and the scripts are not changed.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import vm from 'node:vm';
import { markCode } from '../../src/util/machine-code.ts';
import { at, start } from './repository.ts';

type Triple = [string, string, string];

type Environment = Record<string, string | undefined>;

interface Work {
  /** What the program works on, which is written to. */
  project: string;
  env: Environment;
}

/** Files of ours in all languages: samples of each, documents, and enough of TypeScript that they are parsed in a thread. */
function writeProject(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const name of ['extract', 'languages', 'model', 'search', 'store', 'util'])
    cpSync(at('src', name), join(folder, 'src', name), { recursive: true });
  for (const name of ['README.md', 'CHANGELOG.md', 'Dockerfile']) cpSync(at(name), join(folder, name));
}

/** Languages that many small projects are in, in so few files that they are parsed without a thread. */
const smallProject = [
  'typescript/sample/sample.ts',
  'typescript/sample/component.tsx',
  'javascript/sample/sample.js',
  'python/sample/orders.py',
  'go/sample/orders.go',
];

function writeSmallProject(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const file of smallProject) cpSync(at('src', 'languages', file), join(folder, basename(file)));
}

/** As most projects are; where there is no git, what asks it is compiled anew. */
async function makeRepository({ project, env }: Work): Promise<void> {
  await start('git', ['-c', 'core.hooksPath=/dev/null', 'init', '--quiet', '--template='], { cwd: project, env }).catch(
    () => null,
  );
}

async function run(args: readonly string[], { project, env }: Work): Promise<void> {
  const { code, output } = await start(process.execPath, [at('dist', 'bin.js'), ...args], { cwd: project, env });
  if (code !== 0) throw new Error(`code-scout ${args.join(' ')} failed while its code was recorded: ${output}`);
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
};

const call = (name: string, given: object): object => ({
  method: 'tools/call',
  params: { name, arguments: given },
});

const questions: readonly object[] = [
  call('search_repo', { query: 'where are the words of a chunk packed' }),
  call('get_callers', { symbol: 'src/util/assets.ts#workerUrl' }),
  call('search_code', { query: 'workerUrl' }),
  call('search', { pattern: '*Worker*' }),
  call('get_callees', { symbol: 'src/util/thread.ts#startThread' }),
  call('get_impact', { symbol: 'src/util/assets.ts#workerUrl' }),
  call('explain_usage', { symbol: 'src/util/assets.ts#workerUrl' }),
  call('explore', { query: 'how a thread is started' }),
  call('read_file', { file_path: 'src/util/thread.ts' }),
];

/** A server that is asked one thing after the other, and has to index first where there is no index. */
function serve(asked: readonly object[], { project, env }: Work): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [at('dist', 'bin.js')], {
      cwd: project,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let id = 0;
    const next = (): void => {
      const message = asked[id];
      if (message === undefined) child.stdin.end();
      else child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, ...message })}\n`);
    };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if ((JSON.parse(line) as { id?: number }).id === id) next();
    });
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) done();
      else failed(new Error(`the server ended with ${code} while its code was recorded`));
    });
    next();
  });
}

async function indexAnew(given: Work): Promise<void> {
  rmSync(join(given.project, '.code-scout'), { recursive: true });
  await run(['index'], given);
}

/** What the program is asked to do, one after the other. @param small a project whose files are parsed without a thread */
function usualWork(large: Work, small: Work): (() => Promise<void>)[] {
  const first = [initialize, { method: 'tools/list' }];
  return [
    () => serve([...first, call('code-scout_index', { background: false }), ...questions], large),
    () => serve([...first, ...questions], large),
    () => indexAnew(large),
    () => run(['index'], large),
    () => run(['index', small.project], small),
    () => run(['tags', 'chunk', 'words'], large),
    () => run(['--help'], large),
  ];
}

/** Of each script the one with the most in it: those of one piece of work have all that was there before it. */
function largest(folder: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.part')) continue;
    const [name = ''] = file.split('@');
    const bytes = readFileSync(join(folder, file));
    if (bytes.length > (found.get(name)?.length ?? 0)) found.set(name, bytes);
  }
  return found;
}

/** Where the program finds them: from now on it runs with what has been recorded until now, and what is recorded has it in it. */
function putBeside(caches: ReadonlyMap<string, Buffer>): void {
  for (const [name, cache] of caches) {
    markCode(cache);
    writeFileSync(at('dist', `${name}.cache`), cache);
  }
}

/** Of what nobody has run: at least what runs when it is loaded. */
function withoutWork(): Map<string, Buffer> {
  const scripts = readdirSync(at('dist')).filter((file) => file.endsWith('.cjs'));
  const compiled = (file: string): Buffer => new vm.Script(readFileSync(at('dist', file), 'latin1')).createCachedData();
  return new Map(scripts.map((file) => [basename(file, '.cjs'), compiled(file)]));
}

/** Writes them into `dist`, which holds the built program. */
export async function writeCodeCaches(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'code-caches-'));
  try {
    const [large, small, recorded] = ['large', 'small', 'recorded'].map((name) => join(folder, name)) as Triple;
    writeProject(large);
    writeSmallProject(small);
    const settingsOfUser = Object.keys(process.env).filter((name) => /^(?:CODE_SCOUT|GIT)_/.test(name));
    const env = {
      ...Object.fromEntries(settingsOfUser.map((name) => [name, undefined])),
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      NODE_OPTIONS: `--require ${JSON.stringify(at('scripts', 'lib', 'code-recorder.ts'))}`,
      RECORDED_PROGRAM: `${at('dist')}\n${recorded}`,
    };
    await makeRepository({ project: large, env });
    putBeside(withoutWork());
    for (const work of usualWork({ project: large, env }, { project: small, env })) {
      mkdirSync(recorded);
      await work();
      putBeside(largest(recorded));
      rmSync(recorded, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
