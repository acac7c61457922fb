/**
 * Which definitions differ between two contents of a file, and which of them were renamed or moved to another file.
 * Invariant: a definition is reported once. It counts as changed if its body differs, not if only an inner definition does.
 */
import type { ChangedDefinition, DefinitionChangeKind } from '../../model/changes.ts';
import { sourceName, withoutDuplicateMarks } from '../../model/link.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import { definitionBodies, type DefinitionBody, type DefinitionBodies } from './definition-bodies.ts';

export interface FileSide {
  path: string;
  text: string;
  definitions: readonly OutlineEntry[];
}

/** A changed definition with its body, by which moves are found. */
export interface DefinitionDelta {
  definition: ChangedDefinition;
  text: string;
}

const noBodies: DefinitionBodies = { definitions: new Map(), topLevel: '' };

/** @param before null: the file is new; @param now null: the file is gone */
export function definitionDeltas(before: FileSide | null, now: FileSide | null, isTest: boolean): DefinitionDelta[] {
  const old = before === null ? noBodies : definitionBodies(before.text, before.definitions);
  const current = now === null ? noBodies : definitionBodies(now.text, now.definitions);
  const path = (now ?? before)?.path ?? '';
  const delta = (
    change: DefinitionChangeKind,
    own: DefinitionBody,
    from: string | null = null,
    members = 0,
  ): DefinitionDelta => {
    const place = change === 'removed' ? (before?.path ?? path) : path;
    return { definition: { ...changed(change, place, own, isTest), before: from, members }, text: own.text };
  };
  const deltas: DefinitionDelta[] = [];
  const { same, added, removed } = paired(old, current);
  for (const [earlier, own] of same)
    if (earlier.text !== own.text) deltas.push(delta(changeOf(earlier.definition, own.definition), own));
  const renames = renamesOf(removed, added);
  for (const [earlier, own] of renames) {
    const isSame = nameless(earlier) === nameless(own);
    const ownName = earlier.definition.name !== own.definition.name;
    // Only its container was renamed: the definition itself has not changed.
    if (isSame && !ownName) continue;
    deltas.push(
      isSame
        ? delta('renamed', own, earlier.qualified)
        : delta(changeOf(earlier.definition, own.definition), own, earlier.qualified),
    );
  }
  const renamed = new Set([...renames].flat());
  for (const { own, members } of outermost(added.filter((one) => !renamed.has(one))))
    deltas.push(delta('added', own, null, members));
  for (const { own, members } of outermost(removed.filter((one) => !renamed.has(one))))
    deltas.push(delta('removed', own, null, members));
  if (before !== null && now !== null && old.topLevel !== current.topLevel)
    deltas.push({ definition: topLevel(path, isTest), text: '' });
  return deltas.sort((a, b) => a.definition.startLine - b.definition.startLine);
}

interface Paired {
  same: [earlier: DefinitionBody, own: DefinitionBody][];
  added: DefinitionBody[];
  removed: DefinitionBody[];
}

/**
 * Pairs the definitions that have the same name before and now. Several functions may declare the same name; marks in the qualified name tell
 * these apart. They are paired by equal text first, then by equal mark, then by order: a new declaration shifts the marks of those after it.
 */
function paired(old: DefinitionBodies, current: DefinitionBodies): Paired {
  const same: Paired['same'] = [];
  const [added, removed] = [new Set(current.definitions.values()), new Set(old.definitions.values())];
  const pairBy = (keyOf: (own: DefinitionBody) => string | null): void => {
    const byKey = Map.groupBy(added, keyOf);
    for (const earlier of removed) {
      const key = keyOf(earlier);
      const own = key === null ? undefined : byKey.get(key)?.shift();
      if (own === undefined) continue;
      same.push([earlier, own]);
      removed.delete(earlier);
      added.delete(own);
    }
  };
  const isMarked = ({ definition: { container } }: DefinitionBody): boolean =>
    container !== withoutDuplicateMarks(container);
  pairBy((own) => (isMarked(own) ? `${own.qualified} ${own.text}` : null));
  pairBy((own) => (isMarked(own) ? `${writtenAs(own)} ${own.text}` : null));
  pairBy(({ qualified }) => qualified);
  pairBy((own) => `${writtenAs(own)} ${own.text}`);
  pairBy(writtenAs);
  return { same, added: [...added], removed: [...removed] };
}

/** The kind and name of a definition, without the marks of names that several functions declare. */
function writtenAs({ definition }: DefinitionBody): string {
  return `${definition.kind} ${sourceName(definition)}`;
}

function changeOf(before: OutlineEntry, now: OutlineEntry): DefinitionChangeKind {
  return before.signature === now.signature && before.kind === now.kind && before.exported === now.exported
    ? 'body'
    : 'signature';
}

function changed(change: DefinitionChangeKind, path: string, own: DefinitionBody, isTest: boolean): ChangedDefinition {
  const { qualified, definition } = own;
  const { kind, startLine, endLine, exported, signature } = definition;
  const place = { id: `${path}#${qualified}`, qualified, kind, path, startLine, endLine, exported, signature };
  return { change, ...place, before: null, members: 0, isTest, isKnown: false };
}

function topLevel(path: string, isTest: boolean): ChangedDefinition {
  const place = { id: path, qualified: path, kind: 'file' as const, path, startLine: 0, endLine: 0 };
  const rest = { exported: false, signature: null, before: null, members: 0, isTest, isKnown: false };
  return { change: 'body', ...place, ...rest };
}

/** The body and the inner names, with every mention of the definition's own name removed. */
function nameless({ definition, text, inner }: DefinitionBody): string {
  return [text, ...inner].join('\n').replaceAll(definition.name, '\u0001');
}

/** Pairs renamed definitions. The members of a renamed type are paired with it. */
function renamesOf(
  removed: readonly DefinitionBody[],
  added: readonly DefinitionBody[],
): Map<DefinitionBody, DefinitionBody> {
  const keyOf = (own: DefinitionBody): string =>
    `${own.definition.kind} ${withoutDuplicateMarks(own.definition.container) ?? ''} ${nameless(own)}`;
  const byText = Map.groupBy(added, keyOf);
  const pairs = new Map<DefinitionBody, DefinitionBody>();
  const taken = new Set<DefinitionBody>();
  const pair = (earlier: DefinitionBody, own: DefinitionBody): void => {
    pairs.set(earlier, own);
    taken.add(own);
  };
  const containers = new Map<string, string>();
  for (const earlier of removed) {
    const own = (byText.get(keyOf(earlier)) ?? []).find((one) => !taken.has(one));
    // A short body may be equal by chance.
    if (own === undefined || nameless(earlier).length < shortestRenamed) continue;
    pair(earlier, own);
    containers.set(earlier.qualified, own.qualified);
  }
  const byName = new Map(added.map((own) => [own.qualified, own]));
  for (const earlier of removed) {
    const { container, name } = earlier.definition;
    const now = pairs.has(earlier) || container === null ? undefined : containers.get(container);
    const own = now === undefined ? undefined : byName.get(`${now}.${name}`);
    if (own !== undefined && !taken.has(own)) pair(earlier, own);
  }
  return pairs;
}

const shortestRenamed = 20;

/** Kinds whose inner definitions are members. Elsewhere an inner definition is a part of its outer one. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'typeAlias', 'enum', 'component', 'module']);

/** The definitions that are in no other of the list. Those inside a listed type are counted as its members. */
function outermost(all: readonly DefinitionBody[]): { own: DefinitionBody; members: number }[] {
  const names = new Set(all.map(({ qualified }) => qualified));
  const members = new Map<string, number>();
  const found: DefinitionBody[] = [];
  for (const own of all) {
    const outer = outerOf(own.definition.container, names);
    if (outer === null) found.push(own);
    else members.set(outer, (members.get(outer) ?? 0) + 1);
  }
  const isType = ({ definition: { kind } }: DefinitionBody): boolean => typeKinds.has(kind);
  return found.map((own) => ({ own, members: isType(own) ? (members.get(own.qualified) ?? 0) : 0 }));
}

/** The outermost of `names` that is or contains the container; null if none does. */
function outerOf(container: string | null, names: ReadonlySet<string>): string | null {
  const parts = container?.split('.') ?? [];
  for (let length = 1; length <= parts.length; length++) {
    const name = parts.slice(0, length).join('.');
    if (names.has(name)) return name;
  }
  return null;
}

/** Finds definitions that moved: removed from one file, added in another with the same name and body. Changes the lists in place. */
export function findMoves(files: readonly { deltas: DefinitionDelta[] }[]): void {
  const keyOf = ({ definition, text }: DefinitionDelta): string =>
    `${definition.kind} ${definition.qualified} ${definition.members} ${text}`;
  const gone = new Map<string, DefinitionDelta>();
  for (const { deltas } of files)
    for (const one of deltas)
      if (one.definition.change === 'removed' && one.text.length >= shortestRenamed) gone.set(keyOf(one), one);
  const moved = new Set<DefinitionDelta>();
  for (const { deltas } of files)
    for (const one of deltas) {
      const from = one.definition.change === 'added' ? gone.get(keyOf(one)) : undefined;
      if (from === undefined || moved.has(from)) continue;
      moved.add(from);
      one.definition.change = 'moved';
      one.definition.before = from.definition.path;
    }
  for (const file of files) {
    const kept = file.deltas.filter((one) => !moved.has(one));
    file.deltas.splice(0, file.deltas.length, ...kept);
  }
}
