/**
 * `npm run bench -- server-questions DIR... [--typescript FOLDER] [--language NAME] [--count 10] [--seed 52] [--show] [--write]`: questions of a language
 * server's kind, asked of the engine: the definition at a place, the implementers of a type, the writers of a field. Of each tree and kind `count`
 * questions are chosen, the same in each run. Their answers come from the compiler or a library of the language (`truth.ts`), or, for languages without
 * one here, from `read/LANGUAGE-TREE.tsv`: questions about the commit that the file names, which somebody answered from the text. Default of `--language`:
 * what somebody read of the tree, else what most of its files have.
 *
 * A definition is right if the first symbol is one of the declarations and no other symbol is none of them; a list of implementers or writers is right if
 * it has the same names or lines, no more and no less. Implementers without a name count on neither side. `--show` prints what differs.
 * `--typescript` is the folder of an installed `typescript` of version 5. Python needs the module `jedi`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../src/config/load.ts';
import { openEngine } from '../../../src/engine/engine.ts';
import type { Engine } from '../../../src/engine/types.ts';
import { qualifiedName } from '../../../src/model/link.ts';
import { randomFrom } from '../../../src/source/testing/random.ts';
import { openStore } from '../../../src/store/registry.ts';
import type { Store } from '../../../src/store/store.ts';
import { recordResults } from '../../lib/results.ts';
import { questionKinds, readQuestions, truths, type Question } from './truth.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ typescript: { type: 'string' }, language: { type: 'string' }, show: { type: 'boolean' } },
    ...{
      count: { type: 'string', default: '10' },
      seed: { type: 'string', default: '52' },
      write: { type: 'boolean' },
    },
  },
});
const count = Number(values.count);
const manyUses = 500_000;

interface Asked {
  engine: Engine;
  store: Store;
}

interface Verdict {
  question: Question;
  isRight: boolean;
  /** What the engine answered: `path:line`. */
  found: string[];
}

function trackedFiles(root: string): string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
}

/** The language, and its questions with their answers. */
function questionsOf(root: string): [language: string, all: Question[]] {
  const folder = join(import.meta.dirname, 'read');
  const suffix = `-${basename(root)}.tsv`;
  const read = readdirSync(folder).find((name) => name.endsWith(suffix));
  if (values.language === undefined && read !== undefined)
    return [read.slice(0, -suffix.length), readQuestions(join(folder, read))];
  const paths = trackedFiles(root);
  const counted = Object.entries(truths).map(([language, { ending }]) => ({
    language,
    files: paths.filter((path) => ending.test(path)),
  }));
  const [most] = counted.toSorted((a, b) => b.files.length - a.files.length);
  const { language, files } = counted.find((one) => one.language === values.language) ?? most!;
  return [language, truths[language]!.read(root, files, values.typescript)];
}

/** The ids of the symbols that are declared at a place. */
async function symbolsAt(store: Store, { path, line, name }: Question): Promise<string[]> {
  const [file] = await store.filesByPath([path]);
  const definitions = file === undefined ? [] : ((await store.definitions([file.id])).get(file.id) ?? []);
  const found = definitions.filter((one) => one.line === line && one.name === name);
  return [...new Set(found.map((one) => `${path}#${qualifiedName(one)}`))];
}

async function answersTo({ engine, store }: Asked, question: Question): Promise<string[]> {
  const { kind, path, line, column } = question;
  if (kind === 'definition') {
    const { symbols, local } = await engine.graph.definitionAt({ file: path, line, column });
    return [
      ...symbols.map(({ node }) => `${node.path}:${node.line}`),
      ...(local === null || symbols.length > 0 ? [] : [`${path}:${local.line}`]),
    ];
  }
  const found = new Set<string>();
  for (const symbol of await symbolsAt(store, question)) {
    if (kind === 'implementers') {
      const answer = await engine.graph.implementers({ symbol, direction: 'implementers' });
      for (const { node, written, relation } of answer.found) {
        // An interface that embeds another is no implementation.
        const isContract = node?.kind === 'interface' && path.endsWith('.go');
        if (node !== null && written === null && !isContract && (relation !== 'overrides' || isTypeNode(node)))
          found.add(`${node.path}:${node.line}`);
      }
    } else {
      const answer = await engine.graph.usage({ symbol, limit: manyUses, access: 'write' });
      for (const use of answer.uses) found.add(`${use.path}:${use.line}`);
    }
  }
  return [...found];
}

function isTypeNode({ kind }: { kind: string }): boolean {
  return kind === 'class' || kind === 'interface' || kind === 'enum';
}

function isRight({ kind, path, line, places }: Question, found: readonly string[]): boolean {
  if (kind === 'definition') return found.length > 0 && found.every((place) => places.includes(place));
  // Where a language declares a field by assigning it, the declaration may count as a writer or not.
  const own = `${path}:${line}`;
  const wanted = new Set(places.filter((place) => place !== own));
  const answered = new Set(found.filter((place) => place !== own));
  return wanted.size === answered.size && [...wanted].every((place) => answered.has(place));
}

function sampleOf(all: readonly Question[]): Question[] {
  const random = randomFrom(Number(values.seed));
  return questionKinds.flatMap((kind) => {
    const left = all
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column));
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)[0]!);
  });
}

async function judge(root: string, questions: readonly Question[]): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-server-questions-'));
  const database = join(folder, 'index.db');
  const flags = { 'database.path': database, 'embedding.provider': 'off' };
  const engine = await openEngine({ root, config: loadConfig({ root, flags }).config, indexing: 'inline' });
  try {
    await engine.index();
    const store = await openStore({ file: database });
    try {
      const verdicts: Verdict[] = [];
      for (const question of questions) {
        const found = await answersTo({ engine, store }, question);
        verdicts.push({ question, found, isRight: isRight(question, found) });
      }
      return verdicts;
    } finally {
      await store.close();
    }
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(root: string, language: string, verdicts: readonly Verdict[]): string {
  const cell = (kind: string): string => {
    const asked = verdicts.filter(({ question }) => question.kind === kind);
    return `${asked.filter((one) => one.isRight).length} of ${asked.length}`;
  };
  const right = verdicts.filter((one) => one.isRight).length;
  return `| ${basename(root)} | ${language} | ${questionKinds.map(cell).join(' | ')} | ${((100 * right) / Math.max(1, verdicts.length)).toFixed(0)}% |`;
}

const rows: string[] = [];
for (const given of positionals) {
  const root = resolve(given);
  const [language, all] = questionsOf(root);
  const verdicts = await judge(root, sampleOf(all));
  const row = rowOf(root, language, verdicts);
  console.log(row);
  rows.push(row);
  for (const { question, found, isRight: ok } of values.show === true ? verdicts : []) {
    if (ok) continue;
    const { kind, path, line, column, name, places } = question;
    const missing = places.filter((place) => !found.includes(place));
    const wrong = found.filter((place) => !places.includes(place));
    console.log(`  ${kind} ${path}:${line}:${column} ${name}: missing ${missing.join(' ')}; wrong ${wrong.join(' ')}`);
  }
}
if (values.write === true)
  recordResults(
    'server-questions',
    'Questions of a language server',
    `npm run bench -- server-questions ${positionals.map((one) => basename(one)).join(' ')} --count ${count}`,
    [
      `Random questions with their answers by the language's own compiler or library, or read by somebody (\`bench/graph/server-questions/read\`). A list is right only as a whole.`,
      '',
      '| tree | language | definition at a place | implementers | writers of a field | right |',
      '|---|---|---|---|---|---|',
      ...rows,
    ],
  );
