/**
 * `npm run bench -- graph-rivals [--tree DIR]… [--count N] [--eval DIR] [--work DIR] [--write]`: asks Code Scout and
 * the rivals in the registry who calls a symbol, and compares their answers with the TypeScript compiler's. Trees:
 * those named; else hono and trpc as stored in `EVAL_MIRROR`; where that is not set, sources of a pinned package. Each
 * tool gets its own copy. Rivals are installed in a temporary folder; one that cannot be installed or run becomes a
 * line of the table.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure, median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { codeScout, openRivals, type Answer, type Rival, type Tool } from './rivals-tools.ts';
import { rivalTrees, rivalWork, type RivalTree } from './rivals-trees.ts';
import { findTruth, questionRule, type Question, type Truth } from './rivals-truth.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true },
    count: { type: 'string', default: '8' },
    eval: { type: 'string' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const count = Number(values.count);
const work = rivalWork(values.work);
const indexLimitS = '300';

interface Outcome {
  name: string;
  asked: string;
  cpuS: number | null;
  answers: Answer[];
}

async function tryTool(tool: Tool, root: string, questions: readonly Question[]): Promise<Outcome> {
  const copy = join(work, 'copies', tool.name.replaceAll(/[^\w.]+/g, '-'), basename(root));
  rmSync(copy, { recursive: true, force: true });
  const left = new Set(['.git', 'node_modules', '.code-scout']);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)), verbatimSymlinks: true });
  const cpuS = tool.indexCommand === null ? null : measure(['timeout', indexLimitS, ...tool.indexCommand], copy).cpuS;
  return { name: tool.name, asked: tool.asked, cpuS, answers: await tool.ask(copy, questions) };
}

/** The outcome of the rival's first tool that works; if none works, why the last one failed. */
async function ask({ name, tools }: Rival, root: string, questions: readonly Question[]): Promise<Outcome | string> {
  if (typeof tools === 'string') return tools;
  let reason = 'nothing runs it';
  for (const tool of tools) {
    try {
      console.error(`${name}: ${basename(root)}`);
      return await tryTool(tool, root, questions);
    } catch (error) {
      const text = String(error instanceof Error ? error.message : error).trim();
      const lines = text.split('\n').filter((line) => /error/i.test(line) && !/^node:|^\s+at /.test(line));
      reason = (lines.at(-1) ?? text).trim().replaceAll('|', '/').slice(0, 160);
    }
  }
  return `installed, but it does not run: ${reason}`;
}

interface Score {
  found: number;
  wrong: number;
}

function score(files: ReadonlySet<string>, { callers, either }: Question): Score {
  const found = files.intersection(callers).size;
  return { found, wrong: files.size - found - files.intersection(either).size };
}

function sum(scores: readonly Score[]): Score {
  return scores.reduce((a, b) => ({ found: a.found + b.found, wrong: a.wrong + b.wrong }), { found: 0, wrong: 0 });
}

function shown({ found, wrong }: Score, callers: number): string {
  return `${found} / ${callers}${wrong > 0 ? `, ${wrong} wrong` : ''}`;
}

function totalLine({ name, cpuS, answers }: Outcome, questions: readonly Question[]): string {
  const cell = (kind: Question['kind'] | null): string => {
    const of = questions.flatMap((question, index) =>
      kind === null || question.kind === kind ? [{ question, answer: answers[index]! }] : [],
    );
    const callers = of.reduce((all, { question }) => all + question.callers.size, 0);
    return shown(sum(of.map(({ question, answer }) => score(answer.files, question))), callers);
  };
  const ms = answers.map((answer) => answer.ms);
  const characters = answers.map((answer) => answer.characters);
  const cost = cpuS === null ? 'no index' : cpuS.toFixed(1);
  return `| ${name} | ${cell('function')} | ${cell('method')} | ${cell(null)} | ${cost} | ${median(ms).toFixed(1)} / ${Math.max(...ms).toFixed(0)} | ${Math.round(median(characters))} / ${Math.max(...characters)} |`;
}

function questionLine(question: Question, index: number, outcomes: readonly Outcome[]): string {
  const { kind, className, name, path, line, callers, either } = question;
  const title = className === null ? name : `${className}.${name}`;
  const cells = outcomes.map(({ answers }) => {
    const { found, wrong } = score(answers[index]!.files, question);
    return wrong > 0 ? `${found} (+${wrong})` : String(found);
  });
  const open = either.size > 0 ? ` (${either.size} either way)` : '';
  return `| ${kind} | \`${title}\` ${path}:${line} | ${callers.size}${open} | ${cells.join(' | ')} |`;
}

function ourNotes({ answers }: Outcome, questions: readonly Question[]): string[] {
  const total = (figure: (answer: Answer) => number): number => answers.reduce((all, one) => all + figure(one), 0);
  const byName = sum(answers.map((answer, index) => score(answer.byName.difference(answer.files), questions[index]!)));
  return [
    `Code Scout only: further files that it links by name alone: ${byName.found} right, ${byName.wrong} wrong; ` +
      `unresolved places that may be calls: ${total((one) => one.unresolved)}; callers left out of long answers: ${total((one) => one.cut)}.`,
    ...misses(answers, questions),
  ];
}

const maxMisses = 12;

/** Where Code Scout and the compiler differ. */
function misses(answers: readonly Answer[], questions: readonly Question[]): string[] {
  const lines = questions.flatMap(({ name, className, callers, either }, index) => {
    const { files } = answers[index]!;
    const title = className === null ? name : `${className}.${name}`;
    return [
      ...[...callers.difference(files)].map((path) => `- not found: ${path} calls \`${title}\``),
      ...[...files.difference(callers).difference(either)].map((path) => `- wrong: ${path} for \`${title}\``),
    ];
  });
  if (lines.length === 0) return [];
  const more = lines.length > maxMisses ? [`- and ${lines.length - maxMisses} more`] : [];
  return ['', 'Where Code Scout and the compiler differ:', '', ...lines.slice(0, maxMisses), ...more];
}

function truthLine({ files, calls, named, isInstalled, programs }: Truth): string {
  const modules = isInstalled
    ? "The tree's node_modules are installed."
    : "The tree's node_modules are not installed, so calls whose receiver's type comes from a package have no true answer: tools that name them count as wrong.";
  return `Truth: ${files} files in ${programs} program${programs === 1 ? '' : 's'}, ${calls} calls, of which the compiler links ${named}. ${modules}`;
}

async function report({ name, root }: RivalTree, rivals: readonly Rival[]): Promise<string[]> {
  const truth = findTruth(root, join(work, 'programs', basename(root)), count);
  const { questions } = truth;
  if (questions.length === 0)
    return [`### ${name}`, '', 'No exported function or method has a caller, so there is nothing to ask.', ''];
  console.error(`Code Scout: ${basename(root)}`);
  const ours = await tryTool(codeScout(), root, questions);
  const outcomes: Outcome[] = [ours];
  const lines = [totalLine(ours, questions)];
  for (const rival of rivals) {
    const outcome = await ask(rival, root, questions);
    if (typeof outcome === 'string') lines.push(`| ${rival.name} | ${outcome} | | | | | |`);
    else {
      outcomes.push(outcome);
      lines.push(totalLine(outcome, questions));
    }
  }
  return [
    `### ${name}`,
    '',
    truthLine(truth),
    '',
    '| tool | caller files of functions | of methods | in all | CPU s to index | ms an answer (median / most) | characters an answer (median / most) |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    ...ourNotes(ours, questions),
    '',
    'For each question: the number of files found, with the number of wrong ones in brackets.',
    '',
    `| kind | asked for | true files | ${outcomes.map((one) => one.name).join(' | ')} |`,
    `|---|---|---|${outcomes.map(() => '---|').join('')}`,
    ...questions.map((question, index) => questionLine(question, index, outcomes)),
    '',
  ];
}

/** Earlier figures of rivals on other questions of the same kind; shown only where no rival can be asked. */
function earlierFigures(): string[] {
  const file = join(repositoryRoot, '..', 'shared', 'bench', 'rivals.md');
  const section = existsSync(file) ? /^## Truth\n([\s\S]*?)(?=^## )/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  if (section === undefined) return [];
  return [
    'No rival could be installed. Figures of `shared/bench/rivals.md`, for other questions:',
    '',
    section.trim(),
    '',
  ];
}

const rivals = openRivals(join(work, 'rivals'));
const trees = await rivalTrees({
  named: values.tree,
  evaluation: values.eval,
  stored: ['honojs/hono', 'trpc/trpc'],
  pinned: ['typescript'],
  work,
});
const body = [
  `Question: who calls a symbol? ${questionRule(count)} A caller file has at least one call of it, according to the compiler (7.0.2). Rendering a component and passing a function on do not count as calls, nor do calls through a variable or property that holds it: a tool that follows values there counts as wrong.`,
  '',
  'CPU seconds are those of the first index, including child processes; Code Scout runs unbuilt, and its index also serves search. Each question is asked once: ' +
    'the longest answer of a server is mostly the first, which opens its index. A rival whose native parts need another Node runs with that Node.',
  '',
  'How each tool was asked, with limits raised as far as its options allow:',
  '',
  ...[codeScout(), ...rivals.flatMap(({ tools }) => (typeof tools === 'string' ? [] : tools.slice(0, 1)))].map(
    ({ name, asked }) => `- ${name}: ${asked}`,
  ),
  '',
];
for (const tree of trees) body.push(...(await report(tree, rivals)));
if (rivals.every(({ tools }) => typeof tools === 'string')) body.push(...earlierFigures());
console.log(body.join('\n'));
if (values.write === true)
  recordResults('graph-rivals', 'Callers, compared to rivals', 'npm run bench -- graph-rivals --write', body);
