/**
 * Tables of paths that must not be read and of paths that must be readable, for every way to reach the file tools
 * (stdio, HTTP).
 * The attacked project contains and neighbours files that hold a marker text. An answer that contains the marker has
 * leaked a file.
 */
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { initRepository } from '../src/util/testing/init-repository.ts';

/** The text of every forbidden file, and part of the name of one file in each forbidden folder. */
export const mark = 'LEAKED-7f3a91';

export interface AttackedProject {
  /** The folder of the project. */
  root: string;
  /** A folder beside it, with `target.txt` and a file whose name contains the marker. */
  outside: string;
}

export interface Escape {
  name: string;
  /** Prepares the disk for this attack, after the project was indexed. */
  prepare?: (attacked: AttackedProject) => void;
  path: string | ((attacked: AttackedProject) => string);
}

function write(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Makes the project and the outside folder below an empty folder. */
export function makeAttackedProject(top: string): AttackedProject {
  const attacked = { root: join(top, 'project'), outside: join(top, 'outside') };
  for (const folder of [attacked.outside, join(top, 'project-sibling'), join(attacked.outside, 'inner')]) {
    write(folder, 'target.txt', `${mark}\n`);
    write(folder, `${mark}.txt`, `${mark}\n`);
  }
  write(attacked.outside, 'swapped.txt', `${mark}\n`);
  const files = {
    'package.json': '{ "name": "attacked" }\n',
    '.gitignore': 'ignored/\n*.log\n',
    '.code-scoutignore': 'hidden-from-scout/\n',
    'src/app.ts': 'export const app = 1;\n',
    'swap/swapped.txt': 'inside\n',
    'replaced.txt': 'inside\n',
    'deep/er/file.txt': 'inside\n',
  };
  for (const [path, text] of Object.entries(files)) write(attacked.root, path, text);
  initRepository(attacked.root);
  const closed = ['ignored/note.txt', 'debug.log', 'hidden-from-scout/note.txt', 'node_modules/pack/index.js', '.env'];
  closed.push('.env.production', 'keys/id_rsa', 'keys/server.pem', '.aws/credentials', '.git/description', '.npmrc');
  for (const path of closed) write(attacked.root, path, `${mark}\n`);
  for (const folder of ['ignored', 'hidden-from-scout', 'node_modules/pack', '.git']) {
    write(attacked.root, `${folder}/${mark}.txt`, `${mark}\n`);
  }
  return attacked;
}

function link(
  target: string | ((attacked: AttackedProject) => string),
  path: string,
): (attacked: AttackedProject) => void {
  return (attacked) => {
    mkdirSync(dirname(join(attacked.root, path)), { recursive: true });
    symlinkSync(typeof target === 'string' ? target : target(attacked), join(attacked.root, path));
  };
}

/** Escapes whose name is the path. */
function plain(...paths: string[]): Escape[] {
  return paths.map((path) => ({ name: JSON.stringify(path), path }));
}

const target = ({ outside }: AttackedProject): string => `${outside}/target.txt`;

const special: readonly Escape[] = [
  { name: 'a pipe', prepare: ({ root }) => void execFileSync('mkfifo', [join(root, 'pipe')]), path: 'pipe' },
  { name: 'a symbolic link to a pipe', prepare: link('../pipe', 'links/pipe'), path: 'links/pipe' },
  { name: 'a socket', prepare: ({ root }) => listen(join(root, 'socket')), path: 'socket' },
];

export const escapes: readonly Escape[] = [
  // Parent folders.
  ...plain(
    '..',
    '../',
    '../outside',
    '../outside/target.txt',
    './../outside/target.txt',
    'src/../../outside/target.txt',
  ),
  ...plain(
    'src/./.././../outside/target.txt',
    './/..//outside//target.txt',
    'none/../../outside/target.txt',
    'src/../..',
  ),
  ...plain('../project-sibling/target.txt', '../project/../outside/target.txt', '../project/src/app.ts'),
  { name: 'up to the top and down', path: (attacked) => `${'../'.repeat(40)}${target(attacked).slice(1)}` },
  // Absolute paths.
  { name: 'absolute', path: target },
  { name: 'absolute folder', path: ({ outside }) => outside },
  { name: 'absolute, two slashes', path: (attacked) => `/${target(attacked)}` },
  { name: 'absolute, a space before it', path: (attacked) => ` ${target(attacked)}` },
  { name: 'through the root', path: ({ root }) => `${root}/../outside/target.txt` },
  { name: 'a neighbour whose name starts with that of the root', path: ({ root }) => `${root}-sibling/target.txt` },
  { name: 'a URL', path: (attacked) => `file://${target(attacked)}` },
  { name: 'a URL in capitals', path: (attacked) => `FILE://localhost${target(attacked)}` },
  ...plain('/', '/etc/passwd', '~', '~/target.txt', '~root/target.txt', '$HOME/target.txt'),
  // Files of the operating system.
  ...plain('/proc/self/environ', '/proc/self/cwd/package.json', '/proc/self/fd/0', '/proc/1/root/etc/passwd'),
  ...plain('/dev/zero', '/dev/stdin', '/dev/fd/0', '/sys/kernel/uevent_seqnum'),
  // Percent-encoding: once, twice, overlong, and of other systems.
  ...plain(
    '%2e%2e/outside/target.txt',
    '%2e%2e%2foutside%2ftarget.txt',
    '..%2foutside%2ftarget.txt',
    '.%2e/outside/target.txt',
  ),
  ...plain(
    '%252e%252e%252foutside',
    '%25252e%25252e%25252foutside',
    '..%5coutside%5ctarget.txt',
    '%c0%ae%c0%ae/outside',
  ),
  ...plain('..%c0%afoutside', '%e0%80%ae%e0%80%ae/outside', '..%ef%bc%8foutside', '%u002e%u002e%u2215outside'),
  ...plain(
    '%2foutside',
    'src/..%2f..%2foutside',
    String.raw`\x2e\x2e/outside/target.txt`,
    String.raw`\x2e\x2e\x2foutside\x2ftarget.txt`,
  ),
  ...plain(String.raw`\u002e\u002e/outside/target.txt`, String.raw`src/\x2e\x2e/\x2e\x2e/outside/target.txt`),
  // Other separators, dots and spaces.
  ...plain(
    '..\\outside\\target.txt',
    'src\\..\\..\\outside\\target.txt',
    '..\\/outside',
    '..\u2215outside',
    '..\u2044outside',
  ),
  ...plain(
    '..\uff0foutside\uff0ftarget.txt',
    '..\uff3coutside',
    '..\u29f8outside',
    '..\ufe68outside',
    '\uff0e\uff0e/outside',
  ),
  ...plain(
    '\u2024\u2024/outside',
    '\u2025/outside/target.txt',
    '.\u200b./outside',
    '.\u2060./outside',
    '\ufeff../outside',
  ),
  ...plain('.\u00ad./outside', '.. /outside/target.txt', '..\u00a0/outside', '..\t/outside', '\u202e../outside'),
  // A NUL, and half of a surrogate pair.
  ...plain(
    'src/app.ts\0',
    '../outside/target.txt\0.ts',
    '\0../outside/target.txt',
    'src/app.ts%00.png',
    'src/\ud800.ts',
  ),
  // Paths of Windows.
  ...plain('C:\\Windows\\win.ini', 'C:/Windows/win.ini', '\\\\server\\share\\target.txt', '//server/share/target.txt'),
  ...plain(
    '\\\\?\\C:\\Windows\\win.ini',
    '\\\\.\\COM1',
    'CON',
    'NUL',
    'src/aux',
    'COM1.txt',
    'lpt\u00b9',
    'src/app.ts::$DATA',
  ),
  ...plain(
    '.env::$DATA',
    '.env:stream',
    '.git::$INDEX_ALLOCATION/description',
    'GIT~1/description',
    '.env.',
    '.env ',
    '.env. .',
  ),
  ...plain('.git./description', '.git /description', '.git\\description'),
  // Version control and the index folder, in any letter case.
  ...plain(
    '.git',
    '.git/description',
    '.git/',
    './.git/config',
    'src/../.git/description',
    '.GIT/description',
    '.Git/HEAD',
  ),
  ...plain('.g\u200cit/description', '\uff0egit/description', '.\uff47\uff49\uff54/description', '%2egit/description'),
  ...plain(
    '.code-scout',
    '.code-scout/database.db',
    '.Code-Scout/database.db',
    'src/.git/x',
    '.hg/store',
    '.svn/entries',
  ),
  { name: 'version control by the absolute path', path: ({ root }) => `${root}/.git/description` },
  // Ignored files and secrets.
  ...plain('ignored', 'ignored/note.txt', 'ignored/../ignored/note.txt', 'debug.log', 'hidden-from-scout/note.txt'),
  ...plain('hidden-from-scout', 'node_modules', 'node_modules/pack', 'node_modules/pack/index.js'),
  ...plain(
    '.env',
    './.env',
    '.ENV',
    '.env.production',
    'keys/id_rsa',
    'keys/ID_RSA',
    'keys/server.pem',
    '.aws/credentials',
  ),
  ...plain('.npmrc', 'src/../.env', '.\uff45\uff4e\uff56', '.e\u200bnv', '%2eenv', 'keys/../keys/id_rsa'),
  { name: 'a secret by the absolute path', path: ({ root }) => `${root}/.env` },
  // Symbolic links, made after the project was indexed.
  { name: 'a symbolic link to a file outside', prepare: link(target, 'links/file'), path: 'links/file' },
  {
    name: 'a symbolic link to a file outside, a slash behind it',
    prepare: link(target, 'links/slash'),
    path: 'links/slash/',
  },
  {
    name: 'a symbolic link to a folder outside',
    prepare: link(({ outside }) => outside, 'links/folder'),
    path: 'links/folder',
  },
  { name: 'a file in it', prepare: link(({ outside }) => outside, 'links/folder2'), path: 'links/folder2/target.txt' },
  { name: 'a folder in it', prepare: link(({ outside }) => outside, 'links/folder3'), path: 'links/folder3/inner' },
  { name: 'a relative link', prepare: link('../../outside', 'links/relative'), path: 'links/relative/target.txt' },
  {
    name: 'a symbolic link to the parent',
    prepare: link('../..', 'links/parent'),
    path: 'links/parent/outside/target.txt',
  },
  {
    name: 'a symbolic link to the top',
    prepare: link('/', 'links/top'),
    path: (attacked) => `links/top${target(attacked)}`,
  },
  { name: 'a symbolic link to symbolic links', prepare: link('folder/target.txt', 'links/chain'), path: 'links/chain' },
  { name: 'a symbolic link to itself', prepare: link('loop', 'links/loop'), path: 'links/loop' },
  {
    name: 'a symbolic link that leads nowhere',
    prepare: link('../../outside/none', 'links/dangling'),
    path: 'links/dangling',
  },
  {
    name: 'a symbolic link out and in again',
    prepare: link('../../outside', 'links/inout'),
    path: 'links/inout/../project/.env',
  },
  { name: 'a symbolic link to a process', prepare: link('/proc/self/environ', 'links/environ'), path: 'links/environ' },
  { name: 'a symbolic link to the processes', prepare: link('/proc', 'links/proc'), path: 'links/proc/self/environ' },
  { name: 'a symbolic link to a device', prepare: link('/dev/zero', 'links/zero'), path: 'links/zero' },
  { name: 'a symbolic link to standard input', prepare: link('/dev/stdin', 'links/stdin'), path: 'links/stdin' },
  { name: 'a symbolic link to a secret', prepare: link('../.env', 'links/harmless.txt'), path: 'links/harmless.txt' },
  {
    name: 'a symbolic link to version control',
    prepare: link('../.git', 'links/history'),
    path: 'links/history/description',
  },
  {
    name: 'a symbolic link to the folder of version control',
    prepare: link('../.git', 'links/history2'),
    path: 'links/history2',
  },
  {
    name: 'a symbolic link to what is ignored',
    prepare: link('../ignored', 'links/open'),
    path: 'links/open/note.txt',
  },
  {
    name: 'a symbolic link to a secret by its folder',
    prepare: link('../keys', 'links/open-keys'),
    path: 'links/open-keys/id_rsa',
  },
  {
    name: 'an indexed file that was replaced by a symbolic link',
    prepare: ({ root, outside }) => {
      rmSync(join(root, 'replaced.txt'));
      symlinkSync(join(outside, 'target.txt'), join(root, 'replaced.txt'));
    },
    path: 'replaced.txt',
  },
  {
    name: 'an indexed file whose folder was replaced by a symbolic link',
    prepare: ({ root, outside }) => {
      renameSync(join(root, 'swap'), join(root, 'swap-before'));
      symlinkSync(outside, join(root, 'swap'));
    },
    path: 'swap/swapped.txt',
  },
  {
    name: 'a folder above that was replaced by a symbolic link',
    prepare: ({ root, outside }) => {
      renameSync(join(root, 'deep'), join(root, 'deep-before'));
      write(outside, 'er/file.txt', `${mark}\n`);
      symlinkSync('../outside', join(root, 'deep'));
    },
    path: 'deep/er/file.txt',
  },
  // Neither a file nor a folder.
  ...(process.platform === 'win32' ? [] : special),
  // Too long.
  { name: 'a name of 300 characters', path: 'n'.repeat(300) },
  { name: 'many parts', path: 'src/'.repeat(900) },
  { name: 'too many parts', path: '../'.repeat(5000) },
];

const servers: Server[] = [];

function listen(path: string): void {
  const server = createServer().listen(path);
  servers.push(server);
}

/** Prepares the disk for all attacks. */
export function prepareEscapes(attacked: AttackedProject): void {
  for (const { prepare } of escapes) prepare?.(attacked);
}

/** Ends the processes that `prepareEscapes` started. */
export function endEscapes(): void {
  for (const server of servers.splice(0)) server.close();
}

export function escapePath({ path }: Escape, attacked: AttackedProject): string {
  return typeof path === 'string' ? path : path(attacked);
}

const unusualPaths: readonly string[] = [
  ...['odd/with space.txt', "odd/single'quote.txt", 'odd/double"quote.txt', 'odd/new\nline.txt', 'odd/tab\there.txt'],
  ...['odd/-rf.txt', 'odd/--help', 'odd/emoji \u{1f600}.txt', 'odd/\u{1f469}\u200d\u{1f4bb}.txt', 'odd/日本語.txt'],
  ...['odd/nfc-\u00e9.txt', 'odd/nfd-e\u0301.txt', 'odd/[id].tsx', 'odd/*.txt', 'odd/$HOME;`x`.txt', 'odd/a:12.txt'],
  ...[
    'odd/...',
    'odd/..a',
    'odd/a..',
    'odd/ ',
    'odd/back\\slash.txt',
    'odd/per%20cent.txt',
    'odd/100%.txt',
    'odd/#x',
    'odd/!y',
  ],
  ...[
    'odd/aux.c',
    'odd/\u2028.txt',
    'odd/\u202eturned.txt',
    'odd/wait….txt',
    'odd/a／b.txt',
    `odd/${'n'.repeat(240)}.txt`,
  ],
  ...[
    'odd/.hidden/file.txt',
    'odd/git/config',
    'odd/.gitignored',
    'odd/.env.example',
    'odd/id_rsa.pub',
    'odd/~',
    'odd/$x',
  ],
  ...[
    'odd/__proto__/constructor',
    'odd/Case.txt',
    'odd/case.txt',
    'odd/~user/x.txt',
    'odd/x\\x5cx41.txt',
    'odd/bad\\xff.txt',
  ],
  'odd/latin\\xe9/file.txt',
];

/** The bytes on disk of a path that the tools print. */
function onDisk(path: string): Buffer {
  const parts = path.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, at) => (at % 2 === 1 ? Buffer.from(part, 'hex') : Buffer.from(part))));
}

/** Whether the file system of the temporary folder takes names that are no text, and tells names by case: that of macOS does neither. */
function namesHere(): { canBeBytes: boolean; haveCase: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    writeFileSync(join(folder, 'case'), '');
    const haveCase = !existsSync(join(folder, 'Case'));
    try {
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.of(0xff)]), '');
      return { canBeBytes: true, haveCase };
    } catch {
      return { canBeBytes: false, haveCase };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Also without the characters and ends of names that Windows does not permit, and its devices. */
function possiblePaths(): string[] {
  const { canBeBytes, haveCase } = namesHere();
  return unusualPaths.filter((path) => {
    if (!haveCase && path.endsWith('/case.txt')) return false;
    if (process.platform === 'win32') return !/["*:<>?|\\\n\t]|[. ](?:\/|$)|\/aux\./.test(path);
    return canBeBytes || isUtf8(onDisk(path));
  });
}

/** Paths as the tools print them, which must be listed and readable. The content of each file is its own path. */
export const readablePaths: readonly string[] = possiblePaths();

/** Writes the files of `readablePaths`. */
export function makeReadable({ root }: AttackedProject): void {
  for (const path of readablePaths) {
    const file = Buffer.concat([Buffer.from(`${root}/`), onDisk(path)]);
    mkdirSync(file.subarray(0, file.lastIndexOf('/')), { recursive: true });
    writeFileSync(file, `This is ${path}\n`);
  }
}
