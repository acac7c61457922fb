/**
 * `npm run bench -- rustc-calls ROOT (--lib PATH | --mir FOLDER) [--edition 2021] [--feature NAME]… [--extern NAME=FILE]… [--show 20] [--write]`:
 * the calls that rustc finds in crates of ROOT, compared with the links at the same places. `--lib` has rustc compile one crate by its root file,
 * relative to ROOT. `--mir` reads the `.mir` files of a build instead, for crates with dependencies. Such a build is made, in a copy of ROOT, with
 * `RUSTC_BOOTSTRAP=1 RUSTFLAGS='-Zmir-opt-level=0 -Zmir-include-spans --emit=mir,metadata,link' cargo build --workspace`.
 *
 * The truth is the intermediate representation of rustc (MIR, without optimisation): each call has its callee and its place. It has no code of other
 * builds (`cfg`, tests) and none of uninstantiated macros. A call counts where its callee is a function of the crates, by the names of function and
 * type. A place is the call's whole expression, so a link counts as found where its name lies within it. Code of a macro's rule has its place in the
 * rule, once for all calls of the macro: it is counted apart, and a link counts as found at the rule or where the macro is called in its file.
 * What a call is judged by: found; by name (`unknown`), where the site is unresolved; missed, where there is no such link. `wrong`: a link to another
 * function of the name.
 *
 * Precision: each target of a call is right if rustc has a call of it that spans the line. Links are judged only at lines that the build compiled;
 * the others are counted. Each of several candidates is judged.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { rust } from '../../src/languages/rust/rust.ts';
import { closingBracket } from '../../src/languages/rust/code-scan.ts';
import { macrosIn } from '../../src/languages/rust/macro-rules.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds, siteWidth } from '../../src/model/file-summary.ts';
import { recordResults } from '../lib/results.ts';
import { macrosOf } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';
import { readMir, type Call, type Mir } from './mir.ts';
import { openSummaryCollector } from './tree-summary.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lib: { type: 'string' },
    mir: { type: 'string' },
    edition: { type: 'string', default: '2021' },
    feature: { type: 'string', multiple: true, default: [] },
    extern: { type: 'string', multiple: true, default: [] },
    show: { type: 'string', default: '20' },
    write: { type: 'boolean' },
  },
});
const shown = Number(values.show);

function mirOfLibrary(root: string, lib: string): Mir {
  const out = mkdtempSync(join(tmpdir(), 'code-scout-mir-'));
  try {
    const file = join(out, 'crate.mir');
    const flags = [
      ...['--edition', values.edition, '--crate-type', 'lib', '--cap-lints', 'allow', '-L', out],
      ...['-Zmir-opt-level=0', '-Zmir-include-spans', `--emit=mir=${file}`],
      ...values.feature.flatMap((feature) => ['--cfg', `feature="${feature}"`]),
      ...values.extern.flatMap((crate) => ['--extern', crate]),
    ];
    // Only a nightly compiler has these flags, unless it is told to be one.
    const env = { ...process.env, RUSTC_BOOTSTRAP: '1' };
    const { status, stderr } = spawnSync('rustc', [...flags, lib], { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`rustc failed: ${stderr.slice(-3000)}`);
    return readMir(readFileSync(file, 'utf8'));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** All `.mir` files of a folder, without the calls of the crates that are no part of the tree. */
function mirOfBuild(folder: string): Mir {
  const all: Mir = { calls: [], indirect: [], lines: new Map(), isOutside: false };
  const outside: string[] = [];
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.mir'))) {
    const { calls, indirect, lines, isOutside } = readMir(readFileSync(join(folder, name), 'utf8'));
    if (isOutside) outside.push(name.slice(0, name.lastIndexOf('-')));
    for (const call of calls) all.calls.push(call);
    for (const call of indirect) all.indirect.push(call);
    for (const [path, ofPath] of lines) all.lines.set(path, new Set([...(all.lines.get(path) ?? []), ...ofPath]));
  }
  const ofOutside = new RegExp(`^(?:<&*(?:mut )?)?(?:${outside.join('|')})::`);
  return outside.length === 0 ? all : { ...all, calls: all.calls.filter(({ callee }) => !ofOutside.test(callee)) };
}

interface Linked {
  line: number;
  name: string;
  /** `Type.name` of the targets; none for an unresolved site. */
  targets: string[];
  isUnresolved: boolean;
  /** Whether the site is a call, and not a mention of a function. */
  isCall: boolean;
}

const callKinds: ReadonlySet<number> = new Set([siteKinds.call, siteKinds.implicit, siteKinds.read]);

function nameAt(file: ProgramFile, node: number): string {
  const op = file.op(node);
  if (op === ops.name) return file.text(file.operand(node, 0));
  return op === ops.member ? file.text(file.operand(node, 1)) : '';
}

function labelOf({ file, entity }: Target): string {
  const owner = file.get(entity, entityFields.parent);
  return `${owner >= 0 ? file.name(owner) : ''}.${file.name(entity)}`;
}

function isFunction({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  return (kind === entityKinds.method || kind === entityKinds.function) && !file.name(entity).endsWith('!');
}

interface Links {
  /** `Type.name` of the functions of the compiled files. */
  declared: ReadonlySet<string>;
  /** The names of the types and traits of the compiled files. */
  types: ReadonlySet<string>;
  traits: ReadonlySet<string>;
  byPath: ReadonlyMap<string, readonly Linked[]>;
}

async function linksOf(root: string, lines: Mir['lines']): Promise<Links> {
  const collect = await openSummaryCollector(rust);
  const language = {
    rows: ['rust'],
    accepts: (path: string): boolean => path.endsWith('.rs'),
    nameOf: (): string => 'rust',
    collect,
    ...macrosOf(rust),
  };
  const tree = openTree(root, [language]);
  const declared = new Set<string>();
  const [types, traits] = [new Set<string>(), new Set<string>()];
  // Calls of other crates' functions are left out: their names are those of the standard library too often.
  for (const file of tree.program.files.filter(({ path }) => lines.has(path)))
    for (let entity = 0; entity < file.entityCount; entity++) {
      if (isFunction({ file, entity }) && file.name(entity) !== '') declared.add(labelOf({ file, entity }));
      const kind = file.kind(entity);
      const isType = kind === entityKinds.class || kind === entityKinds.interface || kind === entityKinds.typeAlias;
      if (isType && !file.has(entity, entityFlags.extension)) types.add(file.name(entity));
      if (kind === entityKinds.interface) traits.add(file.name(entity));
    }
  const byPath = new Map<string, Linked[]>();
  tree.linkAll((file, site, { targets, callees, unlinked }) => {
    const at = site * siteWidth;
    const { sites } = file.summary;
    if (!callKinds.has(sites[at]!)) return;
    const all = [...targets, ...callees].filter(isFunction);
    if (all.length === 0 && unlinked !== 'unknown') return;
    const linked = {
      line: sites[at + 2]!,
      name: all[0] === undefined ? nameAt(file, sites[at + 1]!) : all[0].file.name(all[0].entity),
      targets: [...new Set(all.map(labelOf))],
      isUnresolved: all.length === 0,
      isCall: sites[at] !== siteKinds.read,
    };
    const ofFile = byPath.get(file.path);
    if (ofFile === undefined) byPath.set(file.path, [linked]);
    else ofFile.push(linked);
  });
  return { declared, types, traits, byPath };
}

interface Range {
  from: number;
  to: number;
}

/** A file's text by lines, and the ranges of lines in which it defines macros and calls them. */
interface Source {
  lines: readonly string[];
  macros: readonly Range[];
  calls: readonly Range[];
}

function sourcesOf(root: string): (path: string) => Source {
  const sources = new Map<string, Source>();
  return (path) => {
    let found = sources.get(path);
    if (found === undefined) {
      const text = readFileSync(join(root, path), 'utf8');
      const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
      const defined = macrosIn(text);
      const macros = defined.map(({ start, end }) => ({ from: lineAt(start), to: lineAt(end) }));
      const called = new RegExp(`\\b(?:${defined.map(({ name }) => name).join('|')})!\\s*[({[]`, 'g');
      const calls = [...(defined.length === 0 ? [] : text.matchAll(called))].flatMap(({ 0: { length }, index }) => {
        const end = closingBracket(text, index + length - 1);
        return end === -1 ? [] : [{ from: lineAt(index), to: lineAt(end) }];
      });
      sources.set(path, (found = { lines: text.split('\n'), macros, calls }));
    }
    return found;
  };
}

/**
 * The labels that a link to the callee may have: of its type, or of its trait. Empty for a function of another crate. Of a type and a trait that are
 * both not of the tree, an impl of the tree is called only where the arguments of the trait name a type of the tree.
 */
function expectedLabels({ callee, name, type, trait }: Call, { declared, types, traits }: Links): string[] {
  if (trait === '') {
    const label = /^[A-Z]/.test(type) ? `${type}.${name}` : `.${name}`;
    return declared.has(label) ? [label] : [];
  }
  const ofTrait = traits.has(trait) ? [`${trait}.${name}`] : [];
  const args = callee.slice(callee.lastIndexOf(` as `));
  const mayBeOfTree =
    ofTrait.length > 0 || types.has(type) || [...args.matchAll(/\w+/g)].some(([word]) => types.has(word));
  return [...(mayBeOfTree ? [`${type}.${name}`] : []), ...ofTrait].filter((label) => declared.has(label));
}

interface Groups {
  found: string[];
  unknown: string[];
  wrong: string[];
  missed: string[];
}

const noGroups = (): Groups => ({ found: [], unknown: [], wrong: [], missed: [] });

function compareRecall(
  calls: readonly Call[],
  tree: Links,
  sourceOf: (path: string) => Source,
): { written: Groups; inRules: Groups; implicit: Groups } {
  const groups = { written: noGroups(), inRules: noGroups(), implicit: noGroups() };
  for (const call of calls) {
    const expected = expectedLabels(call, tree);
    if (expected.length === 0) continue;
    const { name, path, from, to } = call;
    const { lines, macros, calls: macroCalls } = sourceOf(path);
    const isInRule = macros.some((macro) => from >= macro.from && from <= macro.to);
    // What a rule's code has from its arguments stands where the macro is called.
    const ranges = [{ from, to }, ...(isInRule ? macroCalls : [])];
    const inside = (tree.byPath.get(path) ?? []).filter(
      (link) => link.name === name && ranges.some((range) => link.line >= range.from && link.line <= range.to),
    );
    const isFound = inside.some(({ targets }) => targets.some((target) => expected.includes(target)));
    // Where the name is not written, the language makes the call.
    const isWritten = lines.slice(from - 1, to).some((line) => new RegExp(`\\b${name}\\b`).test(line));
    const group = isInRule ? groups.inRules : isWritten ? groups.written : groups.implicit;
    const judged = isFound
      ? group.found
      : inside.some(({ isUnresolved }) => isUnresolved)
        ? group.unknown
        : inside.length > 0
          ? group.wrong
          : group.missed;
    judged.push(
      `${path}:${from} ${expected[0]}${inside[0] === undefined ? '' : ` (${inside[0].targets.join(', ') || '?'})`}`,
    );
  }
  return groups;
}

interface Precision {
  right: number;
  wrong: string[];
  /** Links at lines that the build did not compile. */
  elsewhere: number;
}

function comparePrecision({ calls, indirect, lines }: Mir, tree: Links): Precision {
  const callsByPath = Map.groupBy([...calls, ...indirect], ({ path }) => path);
  const found: Precision = { right: 0, wrong: [], elsewhere: 0 };
  for (const [path, links] of tree.byPath) {
    const compiled = lines.get(path);
    if (compiled === undefined) continue;
    const ofPath = callsByPath.get(path) ?? [];
    for (const { line, targets, isCall } of links) {
      if (!isCall) continue;
      const spanning = compiled.has(line) ? ofPath.filter(({ from, to }) => line >= from && line <= to) : [];
      for (const target of targets) {
        if (!compiled.has(line)) found.elsewhere++;
        else if (spanning.some((call) => expectedLabels(call, tree).includes(target))) found.right++;
        else found.wrong.push(`${path}:${line} ${target}`);
      }
    }
  }
  return found;
}

/** As many of a list as `--show` asks for, from its whole length. */
function spread(list: readonly string[], title: string): string[] {
  const count = Math.min(shown, list.length);
  return Array.from({ length: count }, (_, at) => `${title}: ${list[Math.floor((at * list.length) / count)]!}`);
}

const total = ({ found, unknown, wrong, missed }: Groups): number =>
  found.length + unknown.length + wrong.length + missed.length;
const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(4));

async function compare(root: string): Promise<string> {
  const mir =
    values.mir === undefined
      ? mirOfLibrary(root, values.lib!)
      : mirOfBuild(resolve(values.mir.replaceAll('{}', basename(root))));
  const links = await linksOf(root, mir.lines);
  const { written, inRules, implicit } = compareRecall([...mir.calls, ...mir.indirect], links, sourcesOf(root));
  const { right, wrong, elsewhere } = comparePrecision(mir, links);
  for (const name of ['unknown', 'wrong', 'missed'] as const)
    for (const line of spread(written[name], name)) console.log(line);
  for (const name of ['unknown', 'wrong', 'missed'] as const)
    for (const line of spread(inRules[name], `in a rule, ${name}`)) console.log(line);
  for (const line of spread([...implicit.unknown, ...implicit.wrong, ...implicit.missed], 'implicit'))
    console.log(line);
  for (const line of spread(wrong, 'not in the MIR')) console.log(line);
  const name = values.lib === undefined ? basename(root) : `${basename(root)}/${values.lib}`;
  const cells = [
    ...[total(written), written.found.length, written.unknown.length, written.wrong.length, written.missed.length],
    share(written.found.length, total(written)),
    `${inRules.found.length} of ${total(inRules)}`,
    `${implicit.found.length} of ${total(implicit)}`,
    ...[right, wrong.length, share(right, right + wrong.length), elsewhere],
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

if (positionals.length === 0 || (values.lib === undefined) === (values.mir === undefined))
  throw new Error('name folders, and either the root file of a crate with --lib or a folder of MIR with --mir');
const rows: string[] = [];
for (const folder of positionals) rows.push(await compare(resolve(folder)));
const lines = [
  '| tree | calls | found | by name only | other target | missed | recall | in rules of macros | not written | links right | links wrong | precision | links in code that was not compiled |',
  `|${'---|'.repeat(13)}`,
  ...rows,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('rustc-calls', 'Calls of Rust, compared to rustc', 'npm run bench -- rustc-calls', lines);
