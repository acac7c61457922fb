/**
 * `npm run test:nodes [-- [--folder DIR] [--suite NAME] [VERSION…]]`: the oldest Node that package.json promises and the newest 24 and 26 (or the
 * given versions). Each makes an index with the built program, answers from it as our Node does, and passes the tests
 * of code that depends on Node (SQLite, compression, WebAssembly, settings of V8) and all end-to-end tests.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../../scripts/lib/repository.ts';
import { nodeFailures } from './known-failures.ts';
import { build, done, nodeProgram, runNode } from './made.ts';
import { command, readCommandLine, runSuites } from './run-suites.ts';
import { nodeSuites } from './suites.ts';

const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { engines: { node: string } };
const defaultVersions = [`${engines.node.replace(/^>=/, '')}.0`, '24', '26'];

const questions = [
  ['tags', 'words', 'chunk'],
  ['search', 'where', 'are', 'words', 'counted'],
  ['callers', 'src/util/words/word-hash.ts#hashWord'],
  ['symbols', '*Kernel*'],
];

/** The answer without times of files. */
function summary(answer: string): string {
  return answer.replaceAll(/\d+ ?ms/g, '');
}

/** The questions that the Node answers otherwise than ours, from an index that it has made. */
async function otherAnswers(node: string, project: string): Promise<string[]> {
  rmSync(project, { recursive: true, force: true });
  cpSync(at('src'), join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
  const bin = at('dist', 'bin.js');
  await done(node, [bin, 'index', project]);
  const other: string[] = [];
  for (const question of questions) {
    // One after the other: an answer mentions another process that uses the index.
    const answers: string[] = [];
    for (const program of [node, process.execPath]) answers.push(await done(program, [bin, ...question], project));
    if (summary(answers[0]!) !== summary(answers[1]!)) other.push(`${question.join(' ')}:\n${answers.join('\n---\n')}`);
  }
  return other;
}

await command(async () => {
  const { folder = join(tmpdir(), 'code-scout-nodes'), suites, rest } = readCommandLine(nodeSuites);
  mkdirSync(folder, { recursive: true });
  await build();
  let isRight = true;
  for (const version of rest.length > 0 ? rest : defaultVersions) {
    const node = await nodeProgram(folder, `${process.platform}-${process.arch}`, version);
    const other = await otherAnswers(node, join(folder, 'project'));
    for (const text of other) console.log(`WRONG answer to ${text}`);
    const title = `Node ${(await done(node, ['--version'])).trim()}, ${questions.length - other.length} of ${questions.length} answers as ours`;
    const passed = await runSuites(
      {
        title,
        node: version.split('.')[0]!,
        repository: at(),
        known: nodeFailures,
        run: (args, options) => runNode(node, args, options),
      },
      suites,
    );
    isRight &&= passed && other.length === 0;
  }
  return isRight;
});
