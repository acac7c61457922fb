/**
 * `npm run bench -- javac DIR... [--show N] [--write]`: the calls of Java trees compared to javac, overload by overload. javac (a JDK on
 * the path) reads the same files; dependencies may be missing. A call counts as found if our links at its name include the method that javac names;
 * every other method that is linked there is wrong, so several candidates for one call lower the precision.
 * `--show N` prints N differences of each kind.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { siteWidth } from '../../src/model/file-summary.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { recordResults } from '../lib/results.ts';
import { isMethod, placeOf, type Score, scoreColumns, scoreRow, spread } from './callee-scores.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' }, write: { type: 'boolean' } },
});
const shown = Number(values.show);

/** The callee's place by the place of the call; null for a method outside of the files. */
function readTruth(root: string, paths: readonly string[]): Map<string, string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-javac-'));
  try {
    const list = join(folder, 'paths');
    writeFileSync(list, paths.join('\n'));
    const exports = ['tree', 'code'].flatMap((name) => [
      '--add-exports',
      `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
    ]);
    const program = join(import.meta.dirname, 'CallSites.java');
    const output = execFileSync('java', [...exports, program, root, list], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const rows = output
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
    return new Map(
      rows.map(([path, line, column, toPath, toLine, toColumn]) => [
        `${path}:${line}:${column}`,
        toPath === undefined ? null : `${toPath}:${toLine}:${toColumn}`,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scoreTree(root: string, all: Awaited<ReturnType<typeof openLanguages>>): Score {
  const tree = openTree(
    root,
    all.filter(({ accepts }) => accepts('A.java')),
  );
  const { files } = tree.program;
  const truth = readTruth(
    root,
    files.map(({ path }) => path),
  );
  const linked = new Map<string, ReadonlySet<string>>();
  tree.linkAll((file: ProgramFile, site, { targets, callees }) => {
    const { sites } = file.summary;
    const at = site * siteWidth;
    const methods = new Set([...targets, ...callees].filter(isMethod).map(placeOf));
    linked.set(`${file.path}:${sites[at + 2]}:${sites[at + 3]}`, methods);
  });
  const score: Score = { calls: 0, found: 0, wrong: 0 };
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [place, callee] of truth) {
    const methods = linked.get(place) ?? new Set<string>();
    if (callee !== null) {
      score.calls++;
      if (methods.has(callee)) score.found++;
      else missing.push(`missing: ${place} -> ${callee}, linked to ${[...methods].join(' ') || 'nothing'}`);
    }
    for (const method of methods) {
      if (method === callee) continue;
      score.wrong++;
      wrong.push(`wrong: ${place} -> ${callee ?? 'outside'}, linked to ${method}`);
    }
  }
  for (const difference of [...spread(missing, shown), ...spread(wrong, shown)]) console.log(difference);
  return score;
}

const languages = await openLanguages();
const rows = positionals.map((root) => `| ${basename(root)} | ${scoreRow(scoreTree(root, languages))} |`);
const lines = [`| tree | ${scoreColumns} |`, '|---|---|---|---|---|---|', ...rows];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('javac', 'Overloads of Java, compared to javac', 'npm run bench -- javac', lines);
