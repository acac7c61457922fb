/**
 * `npm run bench -- clang-calls DIR... [--include DIR]... [--flag FLAG]... [--show N] [--write]`: the calls of C++ trees compared to clang, overload by
 * overload. clang (Debian's python3-clang) reads the source files of each tree; folders of `--include` (default: `include`) are relative to it.
 * What a call means that depends on template parameters is decided when the template is used, so such calls are no part of the truth, nor are
 * calls that macros write and operators. All declarations of one signature are one function.
 * A call counts as found if our links at its name include the function that clang names; every other function that is linked there is wrong, so
 * several candidates for one call lower the precision. `overloaded`: only calls of functions of which another signature has the same name.
 * `--show N` prints N differences of each kind.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isSourceOfC } from '../../src/model/file.ts';
import { entityFields, entityKinds, siteKinds, siteWidth } from '../../src/model/file-summary.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { recordResults } from '../lib/results.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    include: { type: 'string', multiple: true, default: ['include'] },
    flag: { type: 'string', multiple: true, default: [] },
    show: { type: 'string', default: '0' },
    write: { type: 'boolean' },
  },
});
const shown = Number(values.show);

interface Truth {
  /** By the place of a call: the place of the function's name; null for a function outside of the tree. */
  calls: Map<string, string | null>;
  /** By the place of a function's name: the function. */
  functions: Map<string, string>;
  /** Functions of which another one has the full name. */
  overloaded: ReadonlySet<string>;
}

function readTruth(root: string, paths: readonly string[]): Truth {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-clang-'));
  try {
    const list = join(folder, 'paths');
    writeFileSync(list, paths.join('\n'));
    const includes = values.include.map((path) => `-I${join(root, path)}`);
    const program = join(import.meta.dirname, 'clang_calls.py');
    const output = execFileSync('/usr/bin/python3', [program, root, list, '-std=c++17', ...includes, ...values.flag], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return truthOf(
      output
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t')),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function truthOf(rows: readonly string[][]): Truth {
  const calls = new Map<string, string | null>();
  const functions = new Map<string, string>();
  const byName = new Map<string, Set<string>>();
  for (const [kind, path, line, column, ...rest] of rows) {
    const place = `${path}:${line}:${column}`;
    if (kind === 'call') {
      // clang may read a place several times, with other conditions of the preprocessor.
      if (rest.length > 0 || !calls.has(place)) calls.set(place, rest.length === 0 ? null : rest.join(':'));
      continue;
    }
    const [id, name] = rest as [string, string];
    functions.set(place, id);
    byName.set(name, (byName.get(name) ?? new Set()).add(id));
  }
  const overloaded = new Set([...byName.values()].flatMap((ids) => (ids.size > 1 ? [...ids] : [])));
  return { calls, functions, overloaded };
}

function isFunction({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  return kind === entityKinds.method || kind === entityKinds.function;
}

function isOperator({ file, entity }: Target): boolean {
  return /^operator\W/.test(file.name(entity)) && !/^operator [\w:]/.test(file.name(entity));
}

function placeOf({ file, entity }: Target): string {
  return `${file.path}:${file.get(entity, entityFields.line)}:${file.get(entity, entityFields.column)}`;
}

/** As many of a list as `--show` asks for, from its whole length. */
function spread(list: readonly string[], title: string): string[] {
  const count = Math.min(shown, list.length);
  return Array.from({ length: count }, (_, at) => `${title}: ${list[Math.floor((at * list.length) / count)]!}`);
}

class Score {
  calls = 0;
  found = 0;
  wrong = 0;

  cells(): string {
    const precision = (this.found / (this.found + this.wrong)).toFixed(4);
    return `${this.calls} | ${this.found} | ${this.wrong} | ${precision} | ${(this.found / this.calls).toFixed(4)}`;
  }
}

function linkedPlaces(tree: ReturnType<typeof openTree>): Map<string, ReadonlySet<string>> {
  const linked = new Map<string, ReadonlySet<string>>();
  tree.linkAll((file: ProgramFile, site, { targets, callees }) => {
    const { sites } = file.summary;
    const at = site * siteWidth;
    // An operator is at the place of one of its operands, which may be a call of its own.
    if (sites[at] === siteKinds.implicit && [...targets, ...callees].every(isOperator)) return;
    const places = new Set([...targets, ...callees].filter(isFunction).map(placeOf));
    const place = `${file.path}:${sites[at + 2]}:${sites[at + 3]}`;
    linked.set(place, new Set([...(linked.get(place) ?? []), ...places]));
  });
  return linked;
}

function scoreTree(root: string, all: Awaited<ReturnType<typeof openLanguages>>): { all: Score; overloaded: Score } {
  const tree = openTree(
    root,
    all.filter(({ accepts }) => accepts('a.cpp')),
  );
  const paths = tree.program.files.map(({ path }) => path);
  const { calls, functions, overloaded } = readTruth(root, paths.filter(isSourceOfC));
  const linked = linkedPlaces(tree);
  const idOf = (place: string): string => functions.get(place) ?? place;
  const scores = { all: new Score(), overloaded: new Score() };
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [place, callee] of calls) {
    const ours = new Set([...(linked.get(place) ?? [])].map(idOf));
    const truth = callee === null ? null : idOf(callee);
    const others = [...ours].filter((one) => one !== truth);
    const isFound = truth !== null && ours.has(truth);
    const ofOverloads = (truth !== null && overloaded.has(truth)) || others.some((one) => overloaded.has(one));
    for (const score of ofOverloads ? [scores.all, scores.overloaded] : [scores.all]) {
      if (truth !== null) score.calls++;
      if (isFound) score.found++;
      score.wrong += others.length;
    }
    const difference = `${place} -> ${callee ?? 'outside'} ${truth ?? ''}, linked to ${[...(linked.get(place) ?? [])].join(' ') || 'nothing'}`;
    if (truth !== null && !isFound) missing.push(difference);
    if (others.length > 0) wrong.push(difference);
  }
  for (const difference of [...spread(missing, 'missing'), ...spread(wrong, 'wrong')]) console.log(difference);
  return scores;
}

const languages = await openLanguages();
const rows = positionals.flatMap((folder) => {
  const scores = scoreTree(resolve(folder), languages);
  return [
    `| ${basename(folder)} | all | ${scores.all.cells()} |`,
    `| ${basename(folder)} | of overloads | ${scores.overloaded.cells()} |`,
  ];
});
const lines = [
  '| tree | calls | calls of its own functions | found | wrong | precision | recall |',
  '|---|---|---|---|---|---|---|',
  ...rows,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('clang-calls', 'Overloads of C++, compared to clang', 'npm run bench -- clang-calls', lines);
