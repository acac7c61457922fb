/**
 * `npm run bench -- one-command DIR… [--runs 3] [--write]`: from one command to the first answer over all repositories, as a new administrator has it: `code-scout organisation` with
 * an empty folder and an empty home, asked over MCP with the token that it makes. DIR is a git repository, which is cloned from the disk and only read. With the
 * built product (`npm run build` first). The exit code is 1 where a run takes longer than five minutes.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { measure, median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, write: { type: 'boolean' } },
});
if (positionals.length === 0) throw new Error('name git repositories');
const program = programAt(builtEntry);
const places = positionals.map((place) => resolve(place));
const targetSeconds = 300;
const lookMs = 100;
const question = { query: 'where is a request routed to its handler', project: '*' };

interface Said {
  part: string;
  text: string;
  event?: string;
  mcp: string;
  tokenFile: string;
  indexed: number;
}

interface Run {
  /** Seconds after the command was typed: the first repository can be asked, all are indexed, an answer is over all. */
  ready: number;
  indexed: number;
  answered: number;
}

/** The answer, once it is over all repositories; null before. */
async function ask(mcp: string, token: string): Promise<string | null> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }));
    const { content, isError } = await client.callTool({ name: 'search_repo', arguments: question });
    const text = (content as { text: string }[]).map((one) => one.text).join('\n');
    const asked = /^Projects asked: (.*)$/m.exec(text)?.[1]?.split(', ').length ?? 0;
    return isError !== true && asked === places.length && !/not asked/i.test(text) ? text : null;
  } finally {
    await client.close();
  }
}

async function run(): Promise<Run> {
  const work = mkdtempSync(join(tmpdir(), 'code-scout-one-command-'));
  const home = join(work, 'home');
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') };
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  const args = [program, 'organisation', '--json', '--folder', join(work, 'server'), '--port', '0', ...places];
  const child = spawn(process.execPath, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('close', done));
  process.once('exit', () => child.kill('SIGKILL'));
  let [ready, indexed, place, failure]: [number, number, Said | null, string] = [0, 0, null, ''];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Said;
    if (said.event === 'failed' || said.event === 'not added') failure = said.text;
    if (said.event === 'ready') [ready, place] = [seconds(), said];
    if (said.event === 'progress' && said.indexed === places.length) indexed = seconds();
  });
  let answer: string | null = null;
  while (answer === null && failure === '' && seconds() < 2 * targetSeconds) {
    await sleep(lookMs);
    const { mcp, tokenFile } = (place ?? { mcp: '' }) as Said;
    if (indexed > 0 && mcp !== '') answer = await ask(mcp, readFileSync(tokenFile, 'utf8').trim()).catch(() => null);
  }
  const answered = seconds();
  child.kill('SIGTERM');
  await ended;
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  if (answer === null) throw new Error(`there was no answer over all repositories: ${failure}`);
  return { ready, indexed, answered };
} // prettier-ignore

const runs: Run[] = [];
for (let at = 0; at < Number(values.runs); at++) {
  const one = await run();
  console.log(`run ${at + 1}: ${JSON.stringify(one)}`);
  runs.push(one);
}
const files = places.map((place) => measure(['git', 'ls-tree', '-r', '--name-only', 'HEAD'], place).stdout.trim().split('\n').length); // prettier-ignore
const count = files.reduce((all, one) => all + one, 0);
const most = Math.max(...runs.map(({ answered }) => answered));
const cell = (of: 'ready' | 'indexed' | 'answered'): string => median(runs.map((one) => one[of])).toFixed(1);
const table = [
  '| repositories | files | first repository can be asked s | all indexed s | first answer over all s | the longest of them s |',
  '|---:|---:|---:|---:|---:|---:|',
  `| ${places.length} | ${count} | ${cell('ready')} | ${cell('indexed')} | ${cell('answered')} | ${most.toFixed(1)} |`,
];
console.log(table.join('\n'));
if (values.write === true)
  recordResults(
    'one-command',
    'From one command to an answer over all repositories',
    `npm run bench -- one-command ${places.map((place) => basename(place)).join(' ')} --runs ${values.runs}`,
    [
      'Seconds after `code-scout organisation` was typed, with an empty folder: it makes key, catalogue (SQLite), person and token, starts a worker and a node, clones and indexes each repository, ' +
        'and is asked over MCP with the token until `search_repo` has asked all of them. ' +
        `${values.runs === '1' ? 'One run' : `Medians of ${values.runs} runs`}. The repositories are cloned from the disk, so the time of a network comes on top. Target: five minutes.`,
      '',
      ...table,
    ],
  );
process.exit(most > targetSeconds ? 1 : 0);
