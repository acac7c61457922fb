/**
 * `npm run test:publish`: publishes the packed package to a registry on this machine, and uses it from there as a user
 * would: `npx` in a project with nothing installed, with the newest version and by an exact one. The registry
 * (verdaccio) is installed first, into a folder of its own, so this is not part of `npm run check`. It asks npm's own
 * registry for everything but our package. `dist/` must be built. The exit code is 0 exactly when all of it worked.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, repository, start } from '../../scripts/lib/repository.ts';

const registry = {
  name: 'verdaccio',
  version: '6.10.4',
  // Its dependency asks for a version that is in no registry.
  overrides: { 'node-fetch': '2.7.0' },
};
const { name, version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { name: string; version: string };

/** Settings of the registry: anybody of this machine may publish our package, all others come from npm's registry. */
function settings(upstream: string): string {
  const packages = {
    [name]: { access: '$all', publish: '$all' },
    '**': { access: '$all', proxy: 'upstream' },
  };
  const log = { type: 'stdout', format: 'json', level: 'warn' };
  // YAML contains JSON.
  // Its own limit is 10 MB.
  return JSON.stringify({
    max_body_size: '100mb',
    storage: './storage',
    uplinks: { upstream: { url: upstream } },
    packages,
    log,
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function expectDone(
  program: string,
  args: readonly string[],
  options: Parameters<typeof start>[2],
): Promise<string> {
  const { code, stdout, output } = await start(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${output}`);
  return stdout;
}

/** Starts the registry and waits until it answers. */
async function startRegistry(folder: string, port: number, upstream: string): Promise<ChildProcess> {
  const manifest = {
    private: true,
    dependencies: { [registry.name]: registry.version },
    overrides: registry.overrides,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await expectDone('npm', ['install', '--ignore-scripts'], { cwd: folder });
  writeFileSync(join(folder, 'config.yaml'), settings(upstream));
  const program = join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  const args = [program, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  let ended = false;
  child.on('exit', () => (ended = true));
  while (!ended) {
    const answer = await fetch(`http://127.0.0.1:${port}/-/ping`).catch(() => null);
    if (answer?.ok === true) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the registry ended before it answered');
}

function expectThat(holds: boolean, what: string, answer: string): void {
  if (!holds) throw new Error(`${what}:\n${answer}`);
  console.log(what);
}

/** @param env what a user has: an empty home, and the registry */
async function publish(folder: string, env: Record<string, string>): Promise<void> {
  const packed = await expectDone('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: repository,
  });
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[];
  // The tarball, as the release does it: none of its scripts runs.
  await expectDone('npm', ['publish', join(folder, filename), '--ignore-scripts'], { cwd: folder, env });
  const seen = await expectDone('npm', ['view', name, 'versions', '--json'], { cwd: folder, env });
  expectThat(seen.includes(version), `the registry has ${name} ${version}`, seen);
}

async function use(folder: string, env: Record<string, string>): Promise<void> {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  writeFileSync(
    join(project, 'src', 'lamp.ts'),
    'export function sweepLamp(degrees: number): number {\n  return degrees;\n}\n',
  );
  writeFileSync(
    join(project, 'src', 'keeper.ts'),
    "import { sweepLamp } from './lamp.ts';\nexport const turn = () => sweepLamp(90);\n",
  );
  writeFileSync(join(project, 'src', 'harbour.py'), 'def moor_vessel(name):\n    return name\n');
  const npx = (...args: string[]): Promise<string> => expectDone('npx', ['--yes', ...args], { cwd: project, env });
  const printed = await npx(name, '--version');
  expectThat(printed.trim() === version, `npx ${name} --version prints ${version}`, printed);
  const index = await npx(`${name}@${version}`, 'index', '--json');
  const { indexedFiles } = JSON.parse(index) as { indexedFiles: number };
  expectThat(indexedFiles === 4, `npx ${name}@${version} index reads 4 files`, index);
  const callers = await npx(name, 'callers', 'sweepLamp');
  expectThat(callers.includes('src/keeper.ts'), `npx ${name} callers finds the caller`, callers);
  // ripgrep comes as a package for this platform.
  const text = await npx(name, 'grep', 'moor_vessel');
  expectThat(text.includes('src/harbour.py'), `npx ${name} grep finds text`, text);
  expectThat(!existsSync(join(project, 'node_modules')), 'nothing was installed into the project', '');
  await expectDone('npm', ['install', '--save-dev', name], { cwd: project, env });
  const installed = readdirSync(join(project, 'node_modules')).filter((one) => !one.startsWith('.'));
  console.log(`npm install --save-dev ${name} installs ${installed.join(', ')}`);
  const local = await expectDone('npx', ['--no-install', 'code-scout', '--version'], { cwd: project, env });
  expectThat(local.trim() === version, 'the installed program answers as code-scout', local);
  await expectDone('npm', ['uninstall', name], { cwd: project, env });
  expectThat(!existsSync(join(project, 'node_modules', name)), 'npm uninstall removes it', '');
}

const folder = mkdtempSync(join(tmpdir(), 'publish-'));
let child: ChildProcess | null = null;
try {
  const upstream = (await expectDone('npm', ['config', 'get', 'registry'], {})).trim();
  const port = await freePort();
  const [home, place] = [join(folder, 'home'), join(folder, 'registry')];
  for (const one of [home, place]) mkdirSync(one);
  child = await startRegistry(place, port, upstream);
  const address = `http://127.0.0.1:${port}/`;
  // npm publishes only with a token; this registry asks for none and takes any.
  writeFileSync(
    join(home, '.npmrc'),
    `registry=${address}\n//127.0.0.1:${port}/:_authToken=any\nupdate-notifier=false\n`,
  );
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    npm_config_registry: address,
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_cache: join(home, 'npm'),
  };
  await publish(folder, env);
  await use(folder, env);
} finally {
  child?.kill();
  rmSync(folder, { recursive: true, force: true });
}
