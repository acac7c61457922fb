/**
 * `npm run bench -- rustc-calls ROOT --lib PATH [--edition 2021] [--feature NAME]… [--extern NAME=FILE]… [--show 20]`: the calls of a Rust crate
 * that rustc finds in it, compared with the links at the same places. `--lib` is the crate's root file, relative to ROOT.
 *
 * The truth is the intermediate representation of rustc (MIR, without optimisation): each call has its callee and its place. It has no code of other
 * builds (`cfg`, tests) and none of uninstantiated macros. A call counts where its callee is a function of the crate, by the names of function and
 * type. A place is the call's whole expression, so a link counts as found where its name lies within it.
 * What a call is judged by: found; by name (`unknown`), where the site is unresolved; missed, where there is no such link. `wrong`: a link to another
 * function of the name.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { rust } from '../../src/languages/rust/rust.ts';
import { entityFields, entityKinds, ops, siteKinds, siteWidth } from '../../src/model/file-summary.ts';
import { openTree } from './graph-tree.ts';
import { openSummaryCollector } from './tree-summary.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lib: { type: 'string' },
    edition: { type: 'string', default: '2021' },
    feature: { type: 'string', multiple: true, default: [] },
    extern: { type: 'string', multiple: true, default: [] },
    show: { type: 'string', default: '20' },
  },
});
const [folder] = positionals;
if (folder === undefined || values.lib === undefined)
  throw new Error('name a folder, and the root file of a crate with --lib');
const root = resolve(folder);

/** A call that rustc found: the name of the callee, of its type and of the trait (empty for none), and the place of the expression. */
interface Call {
  name: string;
  type: string;
  trait: string;
  path: string;
  from: number;
  to: number;
}

function mirOf(lib: string): string {
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
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** A type or path without generic arguments, references and modules. */
function lastName(path: string): string {
  let text = path;
  for (let shorter = ''; shorter !== text;) {
    shorter = text;
    text = text.replace(/(?:::)?<[^<>]*>/g, '');
  }
  return /(\w+)[^\w]*$/.exec(text)?.[1] ?? '';
}

/** The callee of a path as rustc prints it: `<T as a::Trait>::f`, `a::<impl T>::f`, `a::T::<X>::f`, `a::f`. */
function calleeOf(path: string): Pick<Call, 'name' | 'type' | 'trait'> | null {
  const name = /(\w+)(?:::<.*>)?$/.exec(withoutTail(path))?.[1];
  if (name === undefined) return null;
  const before = withoutTail(path).slice(0, -name.length).replace(/::$/, '');
  const qualified = /^<(.*) as (.*)>$/.exec(before);
  if (qualified !== null) return { name, type: lastName(qualified[1]!), trait: lastName(qualified[2]!) };
  const inherent = /<impl (.*)>$/.exec(before)?.[1];
  // Methods of `str` and of slices are the library's.
  const isOfLibrary = inherent !== undefined && (inherent.startsWith('[') || !/^[A-Z]/.test(lastName(inherent)));
  return isOfLibrary ? null : { name, type: lastName(inherent ?? before), trait: '' };
}

/** A path without the type arguments at its end. */
function withoutTail(path: string): string {
  if (!path.endsWith('>')) return path;
  let depth = 0;
  for (let at = path.length - 1; at >= 0; at--) {
    if (path[at] === '>' && path[at - 1] !== '-') depth++;
    if (path[at] === '<' && --depth === 0) return path.slice(0, at).replace(/::$/, '');
  }
  return path;
}

const terminator =
  /^\s+(?:\S+ = )?([^\s(=][^=]*?)\((?:.*)\) -> (?:\[return|unwind).*\/\/ scope \d+ at ([^:]+\.rs):(\d+):\d+: (\d+):\d+/;

function callsIn(mir: string): Call[] {
  const calls: Call[] = [];
  const seen = new Set<string>();
  for (const line of mir.split('\n')) {
    if (!line.includes(' -> [')) continue;
    const [, path, file, from, to] = terminator.exec(line) ?? [];
    if (path === undefined || /^(?:move|copy|drop|assert|switchInt|const)\b/.test(path)) continue;
    const callee = calleeOf(calledPath(line) ?? path);
    if (callee === null || seen.has(`${line.slice(line.indexOf('// scope'))} ${callee.type}.${callee.name}`)) continue;
    seen.add(`${line.slice(line.indexOf('// scope'))} ${callee.type}.${callee.name}`);
    calls.push({ ...callee, path: file!, from: Number(from), to: Number(to) });
  }
  return calls;
}

/** The path before the arguments: parentheses in type arguments are skipped. */
function calledPath(line: string): string | null {
  const start = line.includes(' = ') ? line.indexOf(' = ') + 3 : line.search(/\S/);
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const char = line[at]!;
    if (char === '<') depth++;
    else if (char === '>' && line[at - 1] !== '-') depth--;
    else if (char === '(' && depth === 0) return line.slice(start, at);
  }
  return null;
}

interface Linked {
  line: number;
  name: string;
  /** `Type.name` of the targets; none for an unresolved site. */
  targets: string[];
  isUnresolved: boolean;
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
  return kind === entityKinds.method || kind === entityKinds.function;
}

async function compare(): Promise<void> {
  const collect = await openSummaryCollector(rust);
  const language = {
    rows: ['rust'],
    accepts: (path: string): boolean => path.endsWith('.rs'),
    nameOf: (): string => 'rust',
    collect,
  };
  const tree = openTree(root, [language]);
  const declared = new Set<string>();
  // Calls of other crates' functions are left out: their names are those of the standard library too often.
  const source = values.lib!.slice(0, values.lib!.lastIndexOf('/') + 1);
  for (const file of tree.program.files.filter(({ path }) => path.startsWith(source)))
    for (let entity = 0; entity < file.entityCount; entity++)
      if (isFunction({ file, entity }) && file.name(entity) !== '') declared.add(labelOf({ file, entity }));
  const links = new Map<string, Linked[]>();
  tree.linkAll((file, site, { targets, callees, unlinked }) => {
    const at = site * siteWidth;
    const { sites } = file.summary;
    if (!callKinds.has(sites[at]!)) return;
    const all = [...targets, ...callees].filter(isFunction);
    if (all.length === 0 && unlinked !== 'unknown') return;
    const linked = {
      line: sites[at + 2]!,
      name: all[0] === undefined ? nameAt(file, sites[at + 1]!) : all[0].file.name(all[0].entity),
      targets: all.map(labelOf),
      isUnresolved: all.length === 0,
    };
    const ofFile = links.get(file.path);
    if (ofFile === undefined) links.set(file.path, [linked]);
    else ofFile.push(linked);
  });
  report(callsIn(mirOf(values.lib!)), { declared, links });
}

function report(
  calls: readonly Call[],
  { declared, links }: { declared: ReadonlySet<string>; links: ReadonlyMap<string, readonly Linked[]> },
): void {
  const shown = Number(values.show);
  const groups = { found: [] as string[], unknown: [] as string[], wrong: [] as string[], missed: [] as string[] };
  const implicit = { found: 0, other: 0 };
  const texts = new Map<string, string[]>();
  for (const { name, type, trait, path, from, to } of calls) {
    const ofTrait = trait !== '' && declared.has(`${trait}.${name}`) ? `${trait}.${name}` : null;
    if (path.startsWith('/')) continue;
    const isModule = trait === '' && !/^[A-Z]/.test(type);
    const own = [isModule ? `.${name}` : `${type}.${name}`].filter((label) => declared.has(label));
    const expected = ofTrait === null ? own : [...own, ofTrait];
    if (expected.length === 0) continue;
    const inside = (links.get(path) ?? []).filter((link) => link.line >= from && link.line <= to && link.name === name);
    const isFound = inside.some(({ targets }) => targets.some((target) => expected.includes(target)));
    let text = texts.get(path);
    if (text === undefined) texts.set(path, (text = readFileSync(join(root, path), 'utf8').split('\n')));
    // Where the name is not written, the language makes the call.
    if (!text.slice(from - 1, to).some((line) => line.includes(name))) {
      implicit[isFound ? 'found' : 'other']++;
      continue;
    }
    const group = isFound
      ? groups.found
      : inside.some(({ isUnresolved }) => isUnresolved)
        ? groups.unknown
        : inside.length > 0
          ? groups.wrong
          : groups.missed;
    group.push(
      `${path}:${from} ${expected[0]}${inside[0] === undefined ? '' : ` (${inside[0].targets.join(', ') || '?'})`}`,
    );
  }
  const total = Object.values(groups).reduce((sum, group) => sum + group.length, 0);
  const share = (group: readonly string[]): string =>
    `${group.length} (${((100 * group.length) / total).toFixed(1)} %)`;
  for (const name of ['unknown', 'wrong', 'missed'] as const)
    for (const line of groups[name].slice(0, shown)) console.log(`${name}: ${line}`);
  console.log(`\n${total} calls of the crate's functions by their names, as rustc finds them`);
  for (const [name, group] of Object.entries(groups)) console.log(`${name}: ${share(group)}`);
  console.log(
    `calls without the name (operators, derived code): ${implicit.found} of ${implicit.found + implicit.other} found`,
  );
}

await compare();
