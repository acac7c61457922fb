/**
 * `npm run test:oldest-node`: the oldest Node that package.json promises makes an index with the built program and answers from it as the newest
 * does, and passes the tests of what stands on its own parts (SQLite, compression, WebAssembly). It installs that Node first, and is
 * therefore no part of `npm run check`. Exit code 0 exactly when all passed.
 */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';

const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { engines: { node: string } };
const version = `${engines.node.replace(/^>=/, '')}.0`;

const tested = [
  'src/store',
  'src/search',
  'src/embed',
  'src/graph',
  'src/extract',
  'src/source',
  'src/util/kept-codec',
  'src/util/zstd',
];
const questions = [
  ['tags', 'words', 'chunk'],
  ['search', 'where', 'are', 'words', 'counted'],
  ['callers', 'src/util/word-hash.ts#hashWord'],
  ['symbols', '*Kernel*'],
];

async function expectDone(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await start(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${output}`);
  return output;
}

/** What is said of files without times. */
function facts(answer: string): string {
  return answer.replaceAll(/\d+ ?ms/g, '');
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'oldest-node-'));
  try {
    // Some tests run programs as another user.
    chmodSync(folder, 0o755);
    const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await expectDone('npm', ['install'], folder);
    const oldest = join(folder, 'node_modules', 'node', 'bin', 'node');
    console.log(`Node ${(await expectDone(oldest, ['--version'], folder)).trim()}`);
    const project = join(folder, 'project');
    cpSync(at('src'), join(project, 'src'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
    const bin = at('dist', 'bin.js');
    await expectDone(oldest, [bin, 'index', project], folder);
    for (const question of questions) {
      // One after the other: who finds another process at the index says so.
      const answers: string[] = [];
      for (const node of [oldest, process.execPath]) answers.push(await expectDone(node, [bin, ...question], project));
      if (facts(answers[0]!) !== facts(answers[1]!))
        throw new Error(`${question.join(' ')}:\n${answers.join('\n---\n')}`);
      console.log(`same answer: ${question.join(' ')}`);
    }
    const vitest = at('node_modules', 'vitest', 'vitest.mjs');
    const { code } = await start(oldest, [vitest, 'run', ...tested], { echo: true });
    process.exitCode = code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
