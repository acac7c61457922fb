/**
 * `npm run bench -- lsp-memory DIR... [--files 10] [--base FOLDER] [--write]`: the memory of this language server beside that of the language's own, on the
 * same tree after the same requests. Each server opens the same files and is asked for their symbols, and for the definition, the references and a hover at
 * places that were chosen by Code Scout. Memory is what the server and all its side processes have resident.
 * Of the other servers those of npm are installed into `--base`; gopls and clangd are those of the path. One that is not there is reported as such.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { randomFrom } from '../../src/source/testing/random.ts';
import { LspClient, uriFor } from '../../test/lsp/lsp-client.ts';
import { repositoryRoot } from '../lib/evaluation.ts';
import { install } from '../lib/registry-install.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '10' },
    base: { type: 'string', default: join(tmpdir(), 'code-scout-language-servers') },
    write: { type: 'boolean' },
  },
});
/** Places that are asked about in each file. */
const placesPerFile = 4;
/** A server rests when it and its side processes have worked little for this time (ms): work in the background begins up to 20 s after the last answer. */
const restMs = 30_000;
/** Of the times in /proc. */
const ticksPerSecond = 100;
/** The CPU time (s) that is little in `restMs`. */
const littleWorkS = 0.5;
/** A server that works for longer in the background is measured as it works (ms). */
const mostMs = 300_000;
const sampleMs = 200;

interface OtherServer {
  name: string;
  command: readonly string[];
}

function version(program: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  // Some builds do not know their version.
  return status === 0 ? (/\d+\.\d[\d.]*/.exec(stdout)?.[0] ?? '') : null;
}

/** The servers of a language; a text says why there is none. */
function serversOf(language: string): (OtherServer | string)[] {
  const ofNpm = (name: string, bin: string, args: readonly string[]): OtherServer | string => {
    const found = install(name, bin, values.base);
    if (typeof found === 'string') return `${name}: ${found}`;
    return { name: `${name} ${found.version}`, command: [process.execPath, found.program, ...args] };
  };
  const ofPath = (
    name: string,
    program: string,
    asked: readonly string[],
    args: readonly string[],
  ): OtherServer | string => {
    const found = version(program, asked);
    return found === null
      ? `${name} is not installed`
      : { name: `${name} ${found}`.trim(), command: [program, ...args] };
  };
  switch (language) {
    case 'typescript':
    case 'javascript': {
      const compiler = join(repositoryRoot, 'node_modules', 'typescript');
      const { version: own } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8')) as { version: string };
      const native = [process.execPath, join(compiler, 'lib', 'tsc.js'), '--lsp', '--stdio'];
      return [{ name: `tsc --lsp ${own}`, command: native }];
    }
    case 'python':
      return [ofNpm('pyright', 'pyright-langserver', ['--stdio'])];
    case 'go':
      return [ofPath('gopls', 'gopls', ['version'], [])];
    case 'c':
    case 'cpp':
      return [ofPath('clangd', 'clangd', ['--version'], [])];
    case 'rust':
      return [ofPath('rust-analyzer', 'rust-analyzer', ['--version'], [])];
    case 'java':
      return [ofPath('jdtls', 'jdtls', ['--version'], [])];
    default:
      return [];
  }
}

/** A process with all that it started. */
function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const id = Number(name);
    if (!Number.isInteger(id)) continue;
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${id}/status`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const found = [pid];
  for (let at = 0; at < found.length; at++) found.push(...(children.get(found[at]!) ?? []));
  return found;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** MB of a process and all that it started. Pages of files are counted once for each program, because its processes share them. */
function residentMb(pid: number): number {
  const filesOf = new Map<string, number>();
  let kb = 0;
  for (const id of processTree(pid)) {
    const status = read(`/proc/${id}/status`);
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const program = field('RssFile') === 0 ? '' : programOf(id);
    kb += field('RssAnon') + field('RssShmem');
    filesOf.set(program, Math.max(filesOf.get(program) ?? 0, field('RssFile')));
  }
  return (kb + filesOf.values().reduce((sum, one) => sum + one, 0)) / 1024;
}

/** CPU seconds of a process and all that it started, those that have ended included. */
function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const id of processTree(pid)) {
    const stat = read(`/proc/${id}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, cutime and cstime: fields 14 to 17 of proc(5); this list begins with field 3.
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks / ticksPerSecond;
}

/** Resolves when a server has done what it does in the background. Returns whether that was before `mostMs`. */
async function atRest(pid: number): Promise<boolean> {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    const before = cpuSeconds(pid);
    await sleep(restMs);
    if (Math.abs(cpuSeconds(pid) - before) <= littleWorkS) return true;
  }
  return false;
}

function programOf(id: number): string {
  try {
    return readlinkSync(`/proc/${id}/exe`);
  } catch {
    return '';
  }
}

interface AskedFile {
  path: string;
  language: string;
  /** From 0, in UTF-16 units. */
  places: { line: number; character: number }[];
}

interface Tree {
  root: string;
  language: string;
  lines: number;
  files: AskedFile[];
}

/** Chooses files and places, the same in each run. Makes the index. */
async function chooseFiles(root: string): Promise<Tree> {
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index();
    const { languages } = await engine.status();
    const code = new Set(['typescript', 'javascript', 'python', 'go', 'c', 'cpp', 'rust', 'java']);
    const [language] = Object.entries(languages)
      .filter(([id]) => code.has(id))
      .toSorted((a, b) => b[1] - a[1])[0]!;
    const all = (await engine.listFiles({ limit: 100_000 })).files;
    const candidates = (await engine.listFiles({ language, limit: 100_000 })).files.filter(
      ({ path, lines }) => lines > 30 && lines < 3000 && !path.endsWith('.ipynb'),
    );
    const random = randomFrom(53);
    const graph = await engine.editor.graph();
    const files: AskedFile[] = [];
    while (files.length < Number(values.files) && candidates.length > 0) {
      const { path } = candidates.splice(random(candidates.length), 1)[0]!;
      const { names } = await graph.nameKinds(path);
      const uses = names.filter(({ isDeclaration }) => !isDeclaration);
      if (uses.length < placesPerFile) continue;
      const places = Array.from({ length: placesPerFile }, () => uses.splice(random(uses.length), 1)[0]!);
      files.push({
        path,
        language,
        places: places.map(({ line, column }) => ({ line: line - 1, character: column - 1 })),
      });
    }
    return { root, language, lines: all.reduce((sum, file) => sum + file.lines, 0), files };
  } finally {
    await engine.close();
  }
}

interface Measured {
  server: string;
  /** MB of the server and its side processes at rest after the requests, and at most. */
  mb: number;
  /** Whether the server had done its work by then. */
  rests: boolean;
  peakMb: number;
  /** Requests with an answer that is not empty. */
  answered: number;
  asked: number;
  /** From the start of the server to the last answer. */
  seconds: number;
}

function isEmpty(answer: unknown): boolean {
  return answer === null || answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

async function measure({ root, files }: Tree, server: string, command: readonly string[]): Promise<Measured> {
  const started = performance.now();
  const client = new LspClient({
    cwd: root,
    command,
    answers: { 'workspace/configuration': ({ items }) => (items as unknown[]).map(() => null) },
    // Of Go: what a build needs is taken from the machine alone.
    env: {
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      GOPATH: join(values.base, 'go'),
      GOCACHE: join(values.base, 'go-cache'),
    },
  });
  let peakMb = 0;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(client.pid))), sampleMs);
  let [answered, asked] = [0, 0];
  const ask = async (method: string, params: object): Promise<void> => {
    asked++;
    const answer = await client.request(method, params).catch(() => null);
    if (!isEmpty(answer)) answered++;
  };
  try {
    await client.initialize([root], {
      rootUri: uriFor(root),
      capabilities: {
        workspace: { workspaceFolders: true, configuration: true },
        textDocument: {
          hover: { contentFormat: ['markdown'] },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        },
      },
    });
    for (const { path, language, places } of files) {
      const textDocument = { uri: uriFor(join(root, path)) };
      client.open(textDocument.uri, language, readFileSync(join(root, path), 'utf8'));
      await ask('textDocument/documentSymbol', { textDocument });
      for (const position of places) {
        await ask('textDocument/definition', { textDocument, position });
        await ask('textDocument/hover', { textDocument, position });
        await ask('textDocument/references', { textDocument, position, context: { includeDeclaration: true } });
      }
    }
    const seconds = (performance.now() - started) / 1000;
    const rests = await atRest(client.pid);
    const mb = residentMb(client.pid);
    return { server, mb, rests, peakMb: Math.max(peakMb, mb), answered, asked, seconds };
  } finally {
    clearInterval(timer);
    await client.close();
  }
}

const rows: string[] = [];
const missing = new Set<string>();
for (const folder of positionals) {
  const tree = await chooseFiles(resolve(folder));
  const own = [process.execPath, builtEntry, 'lsp'];
  const measured = [await measure(tree, 'Code Scout', own)];
  rmSync(join(tree.root, '.code-scout'), { recursive: true, force: true });
  measured.push(await measure(tree, 'Code Scout, which makes its index first', own));
  for (const other of serversOf(tree.language)) {
    if (typeof other === 'string') missing.add(other);
    else measured.push(await measure(tree, other.name, other.command));
  }
  const described =
    existsSync(join(tree.root, 'compile_commands.json')) && ['c', 'cpp'].includes(tree.language)
      ? `${tree.language}, compile_commands.json`
      : tree.language;
  for (const { server, mb, rests, peakMb, answered, asked, seconds } of measured) {
    const row = `| ${basename(tree.root)} | ${described} | ${tree.lines} | ${server} | ${mb.toFixed(0)}${rests ? '' : ' (still works)'} | ${peakMb.toFixed(0)} | ${answered} of ${asked} | ${seconds.toFixed(1)} |`;
    console.log(row);
    rows.push(row);
  }
}
for (const reason of missing) console.log(reason);

if (values.write === true) {
  recordResults('lsp-memory', 'Memory of language servers', 'npm run bench -- lsp-memory DIR... --write', [
    `Resident memory in MB, side processes included (pages of files once for each program): at rest, which is once they have worked for less than ${littleWorkS} s in ${restMs / 1000} s after the last answer, and at most. Of each tree ${values.files} files are opened, and their symbols, definitions, hovers and references at ${placesPerFile} places each asked for one after the other; answers may differ in what they contain. The other servers know types and find errors, which Code Scout does not. Code Scout reads its index, which its first start makes; of TypeScript it asks the compiler in side processes, which end before it rests and count in "most MB".`,
    '',
    '| tree | language | lines | server | MB | most MB | not empty | s to the last answer |',
    '|---|---|--:|---|--:|--:|--:|--:|',
    ...rows,
    '',
    ...(missing.size === 0 ? [] : [`Not measured: ${[...missing].join('; ')}.`]),
  ]);
}
