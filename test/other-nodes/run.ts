/**
 * `npm run test:other-nodes -- [VERSION…]`: the oldest Node that package.json promises and one newer than ours (or the
 * given versions). Each makes an index with the built program, answers from it as our Node does, and passes the tests
 * of code that depends on Node (SQLite, compression, WebAssembly, settings of V8). The Nodes are installed first, so
 * this is not part of `npm run check`. The exit code is 0 exactly when all passed.
 */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';

const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { engines: { node: string } };
const oldest = `${engines.node.replace(/^>=/, '')}.0`;
const newest = '26';

const tested = [
  'src/store',
  'src/search',
  'src/embed',
  'src/graph',
  'src/extract',
  'src/source',
  'src/util/bytes/cached-codec',
  'src/util/bytes/zstd',
  'src/runtime',
];
const questions = [
  ['tags', 'words', 'chunk'],
  ['search', 'where', 'are', 'words', 'counted'],
  ['callers', 'src/util/words/word-hash.ts#hashWord'],
  ['symbols', '*Kernel*'],
];

async function expectDone(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await start(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${output}`);
  return output;
}

/** The answer without times of files. */
function summary(answer: string): string {
  return answer.replaceAll(/\d+ ?ms/g, '');
}

async function tryVersion(version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'other-node-'));
  try {
    // Some tests run programs as another user.
    chmodSync(folder, 0o755);
    const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await expectDone('npm', ['install'], folder);
    const other = join(folder, 'node_modules', 'node', 'bin', 'node');
    console.log(`Node ${(await expectDone(other, ['--version'], folder)).trim()}`);
    const project = join(folder, 'project');
    cpSync(at('src'), join(project, 'src'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
    const bin = at('dist', 'bin.js');
    await expectDone(other, [bin, 'index', project], folder);
    for (const question of questions) {
      // One after the other: an answer mentions another process that uses the index.
      const answers: string[] = [];
      for (const node of [other, process.execPath]) answers.push(await expectDone(node, [bin, ...question], project));
      if (summary(answers[0]!) !== summary(answers[1]!))
        throw new Error(`${question.join(' ')}:\n${answers.join('\n---\n')}`);
      console.log(`same answer: ${question.join(' ')}`);
    }
    const vitest = at('node_modules', 'vitest', 'vitest.mjs');
    const { code } = await start(other, [vitest, 'run', ...tested], { echo: true });
    if (code !== 0) process.exitCode = code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const versions = process.argv.slice(2);
for (const version of versions.length > 0 ? versions : [oldest, newest]) await tryVersion(version);
