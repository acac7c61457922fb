/**
 * `npm run pack:twice`: builds and packs the package twice from what git knows here, in two folders with different
 * names, dates, time zones, languages and umasks, and compares the digests of the two tarballs. Where they differ it
 * says which files do. The exit code is 0 exactly when they are the same. `--out FOLDER` keeps the tarball, with its
 * digest beside it. It takes about 30 s of CPU.
 * Both builds use this Node and this npm: another version of zlib may pack the same files into other bytes.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outputFolder } from './lib/output-folder.ts';
import { at, repository } from './lib/repository.ts';

interface Surroundings {
  folder: string;
  umask: number;
  /** How far the clock of the processes is set forward, in days; negative: back. */
  days: number;
  env: Readonly<Record<string, string>>;
}

const surroundings: readonly Surroundings[] = [
  { folder: 'a', umask: 0o022, days: 0, env: { TZ: 'UTC', LC_ALL: 'C', LANG: 'C' } },
  {
    folder: join('another place', 'with a longer name'),
    umask: 0o077,
    days: -400,
    env: { TZ: 'Asia/Kathmandu', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', SOURCE_DATE_EPOCH: '1700000000' },
  },
];

const millisecondsPerDay = 86_400_000;

/** A module that moves the clock of the Node that preloads it, as an option for NODE_OPTIONS. */
function otherClock(days: number): string {
  const source = `
    const Real = Date;
    const shift = ${days * millisecondsPerDay};
    globalThis.Date = class Date extends Real {
      constructor(...args) { args.length === 0 ? super(Real.now() + shift) : super(...args); }
      static now() { return Real.now() + shift; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}

/** The files that git tracks, and those that it would add: what a clone of the next commit has. */
function sources(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 28 });
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: repository, encoding: 'utf8' });
  const gone = new Set(deleted.split('\0'));
  return listed.split('\0').filter((path) => path !== '' && path !== 'node_modules' && !gone.has(path));
}

/** Copies the sources, dated as the clock of these surroundings says, and the installed packages. */
function layOut(target: string, days: number): void {
  const date = new Date(Date.now() + days * millisecondsPerDay);
  for (const path of sources()) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(at(path), file);
    utimesSync(file, date, date);
  }
  // Copied, not linked: the bundler names files by the place that a link leads to.
  cpSync(`${at('node_modules')}/`, join(target, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith('node_modules/.cache'),
  });
}

/** Returns the path of the tarball. */
function buildAndPack(root: string, { folder, umask, days, env }: Surroundings): string {
  const target = join(root, folder, 'source');
  const before = process.umask(umask);
  try {
    mkdirSync(target, { recursive: true });
    layOut(target, days);
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: target,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...env,
        PATH: `${join(target, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
        NODE_OPTIONS: otherClock(days),
      },
    };
    execFileSync(process.execPath, ['scripts/build.ts'], options);
    const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', '..'], options);
    const [packed] = JSON.parse(out) as { filename: string }[];
    return join(root, folder, packed!.filename);
  } finally {
    process.umask(before);
  }
}

/** One line for each entry of a tarball: its mode, path and digest. */
function entries(tarball: string, folder: string): string[] {
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const listed = execFileSync('tar', ['-tvzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  return listed.map((line) => {
    const path = line.slice(line.indexOf('package/'));
    return `${line.slice(0, 10)} ${path} ${hash('sha256', readFileSync(join(folder, path)))}`;
  });
}

const root = mkdtempSync(join(tmpdir(), 'pack-twice-'));
try {
  const tarballs = surroundings.map((each) => buildAndPack(root, each));
  const digests = tarballs.map((path) => hash('sha256', readFileSync(path)));
  for (const [index, digest] of digests.entries()) console.log(`${digest}  ${surroundings[index]!.folder}`);
  if (new Set(digests).size === 1) {
    console.log('the same package twice');
    if (process.argv.includes('--out')) {
      const name = tarballs[0]!.slice(dirname(tarballs[0]!).length + 1);
      copyFileSync(tarballs[0]!, join(outputFolder(), name));
      writeFileSync(join(outputFolder(), `${name}.sha256`), `${digests[0]!}  ${name}\n`);
    }
  } else {
    const [first = [], second = []] = tarballs.map((path, index) => entries(path, join(root, `unpacked-${index}`)));
    for (const line of first.filter((one) => !second.includes(one))) console.log(`- ${line}`);
    for (const line of second.filter((one) => !first.includes(one))) console.log(`+ ${line}`);
    if (first.join('\n') !== second.join('\n') && first.toSorted().join('\n') === second.toSorted().join('\n'))
      console.log('only the order of the entries differs');
    process.exitCode = 1;
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
