/**
 * `npm run bench -- signatures DIR... [--show N] [--write]`: which signature of a TypeScript overload list each call means, compared to the TypeScript
 * compiler among our dependencies. Dependencies of a tree should be installed: an argument whose type the compiler does not know decides nothing.
 * A call counts as found if our link names the signature that the compiler chose. Every other signature that the link names is wrong, so several
 * candidates for one call lower the precision. A call whose arguments exclude no signature names none, and is
 * not found, like one that is not linked to the function at all.
 * `--show N` prints N differences of each kind.
 */
import { readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { entityFields, siteWidth } from '../../src/model/file-summary.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { meantSignatures, signaturesOf } from '../../src/graph/infer/overloads/signature-lists.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { recordResults } from '../lib/results.ts';
import { isMethod, spread } from './callee-scores.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';
import { resolvedCalls } from './resolved-signatures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' }, write: { type: 'boolean' } },
});
const shown = Number(values.show);

interface SignatureScore {
  calls: number;
  found: number;
  /** Signatures that links name and the compiler did not choose. */
  wrong: number;
  /** Calls that could not be told apart. */
  undecided: number;
  /** Calls without a link to the function. */
  unlinked: number;
}

function manifestsIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'package.json')
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)node_modules\//.test(path))
    .sort();
}

function scoreTree(root: string): SignatureScore {
  const tree = openTree(
    root,
    languages.filter(({ accepts }) => accepts('a.ts')),
  );
  const paths = tree.program.files.map(({ path }) => path).filter((path) => /\.[cm]?tsx?$/.test(path));
  const truth = resolvedCalls(root, paths, manifestsIn(root));
  const asked = new Set(truth.map(({ path, line, column }) => `${path}:${line}:${column}`));
  const meant = new Map<string, readonly string[]>();
  const i = startInference(tree.program);
  tree.linkAll((file: ProgramFile, site, { targets, callees }) => {
    const { sites } = file.summary;
    const at = site * siteWidth;
    const place = `${file.path}:${sites[at + 2]}:${sites[at + 3]}`;
    if (!asked.has(place)) return;
    const callee = sites[at + 1]!;
    const functions = [...new Set([...targets, ...callees])].filter(
      (target) => isMethod(target) && signaturesOf(target).length > 0,
    );
    if (functions.length === 0) return;
    const signatures = functions.flatMap((target) =>
      meantSignatures(i, { file, callee }, target).map(
        (one) => `${target.file.path}:${target.file.get(one, entityFields.line)}`,
      ),
    );
    meant.set(place, [...new Set([...(meant.get(place) ?? []), ...signatures])]);
  });
  const score: SignatureScore = { calls: 0, found: 0, wrong: 0, undecided: 0, unlinked: 0 };
  const differences: Record<'unlinked' | 'wrong' | 'undecided', string[]> = { unlinked: [], wrong: [], undecided: [] };
  for (const { path, line, column, chosen } of truth) {
    const named = meant.get(`${path}:${line}:${column}`) ?? [];
    const right = `${chosen.path}:${chosen.line}`;
    score.calls++;
    const isFound = named.includes(right);
    if (isFound) score.found++;
    score.wrong += named.length - (isFound ? 1 : 0);
    const isLinked = meant.has(`${path}:${line}:${column}`);
    if (!isLinked) score.unlinked++;
    if (isLinked && named.length !== 1) score.undecided++;
    if (named.length === 1 && isFound) continue;
    const kind = !isLinked ? 'unlinked' : named.length === 1 ? 'wrong' : 'undecided';
    differences[kind].push(`${kind}: ${path}:${line}:${column} -> ${right}, linked to ${named.join(' ') || 'none'}`);
  }
  for (const list of Object.values(differences)) for (const one of spread(list, shown)) console.log(one);
  return score;
}

function row(name: string, { calls, found, wrong, undecided, unlinked }: SignatureScore): string {
  const precision = (found / (found + wrong)).toFixed(4);
  return `| ${[name, calls, found, wrong, undecided, unlinked, precision, (found / calls).toFixed(4)].join(' | ')} |`;
}

const languages = await openLanguages();
const scores = positionals.map((root) => scoreTree(resolve(root)));
const all: SignatureScore = { calls: 0, found: 0, wrong: 0, undecided: 0, unlinked: 0 };
for (const score of scores) for (const key of Object.keys(all) as (keyof SignatureScore)[]) all[key] += score[key];
const lines = [
  '| tree | calls of overload lists | found | wrong | not told apart | not linked | precision | recall |',
  '|---|---|---|---|---|---|---|---|',
  ...scores.map((score, at) => row(basename(positionals[at]!), score)),
  row('all', all),
  '',
  'Not told apart: the link names several signatures, of which all but one are wrong, or none, because the arguments exclude none. Not linked: the call',
  'has no link to the function. Calls below `@ts-expect-error` are left out. Call signatures of interfaces and types are no functions here.',
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults(
    'signatures',
    'Overload lists of TypeScript, compared to its compiler',
    'npm run bench -- signatures',
    lines,
  );
