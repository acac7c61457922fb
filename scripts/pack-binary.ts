/**
 * `npm run pack:binary`: the program as an executable for this platform: Node with a small main script in it (a single
 * executable application). Beside it, in `lib/`, is the program with its grammars, native modules and threads, which
 * must be files. `--no-archive` leaves the folder unpacked, `--out FOLDER` writes elsewhere than `out/`. `dist/` must
 * be built.
 * Invariant: nothing is unpacked or written when it runs.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'postject';
import { programManifest, writeProgramTree } from './lib/program-tree.ts';
import { outputFolder } from './lib/output-folder.ts';
import { at, start } from './lib/repository.ts';
import { writeZip } from './lib/zip.ts';

/** Node searches for this marker to know whether it has an embedded script. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The script in the executable. It can load files beside itself only by a `require` of its own. */
const main = `
const { createRequire } = require('node:module');
const { realpathSync } = require('node:fs');
const { dirname, join } = require('node:path');
createRequire(join(dirname(realpathSync(process.execPath)), 'lib', 'package.json'))('./start.cjs');
`;

/**
 * The entry: the program, or the process for its threads, if the program started it for that
 * (src/runtime/side-process.ts).
 */
const startScript = `const isSide = process.send !== undefined && /[\\\\/]side-process-main\\.js$/.test(process.argv[2] ?? '');
import(isSide ? './dist/side-process-main.js' : './dist/bin.js');
`;

async function run(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await start(program, args);
  if (code !== 0) throw new Error(`${program}: ${output}`);
}

/** The script in the form that Node needs. */
async function buildBlob(folder: string): Promise<Buffer> {
  const [source, output, config] = ['main.cjs', 'main.blob', 'sea.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, main);
  writeFileSync(config, JSON.stringify({ main: source, output, disableExperimentalSEAWarning: true }));
  await run(process.execPath, ['--experimental-sea-config', config]);
  return readFileSync(output);
}

async function writeExecutable(file: string, folder: string): Promise<void> {
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  // Node's own signature becomes invalid from here on.
  if (process.platform === 'darwin') await run('codesign', ['--remove-signature', file]);
  const segment = process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {};
  await inject(file, 'NODE_SEA_BLOB', await buildBlob(folder), { sentinelFuse: fuse, ...segment });
  if (process.platform === 'darwin') await run('codesign', ['--sign', '-', file]);
}

/** Node's licence, with those of its parts. Node's archives have it beside their `bin`, the package of npm in a package of its own. */
function nodeLicence(): string {
  const places = [
    at('node_modules', 'node', 'node_modules', `node-${process.platform}-${process.arch}`),
    at('node_modules', `node-${process.platform}-${process.arch}`),
    join(dirname(realpathSync(process.execPath)), '..'),
    dirname(realpathSync(process.execPath)),
  ];
  const file = places.map((place) => join(place, 'LICENSE')).find((one) => existsSync(one));
  return file === undefined
    ? `This executable contains Node.js ${process.version}. Its licence: https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`
    : readFileSync(file, 'utf8');
}

const name = `code-scout-${programManifest().version}-${process.platform}-${process.arch}`;
const output = outputFolder();
const target = join(output, name);
const folder = mkdtempSync(join(tmpdir(), 'binary-'));
try {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await writeExecutable(join(target, process.platform === 'win32' ? 'code-scout.exe' : 'code-scout'), folder);
  writeFileSync(join(target, 'NODE_LICENSE.txt'), nodeLicence());
  const lib = join(target, 'lib');
  writeProgramTree(lib);
  writeFileSync(join(lib, 'start.cjs'), startScript);
  if (process.argv.includes('--no-archive')) console.log(target);
  else {
    const archive = `${target}.${process.platform === 'win32' ? 'zip' : 'tar.gz'}`;
    if (process.platform === 'win32') writeZip(target, archive);
    else await run('tar', ['-czf', archive, '-C', output, name]);
    console.log(archive);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
