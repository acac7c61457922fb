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
  /** The specifiers of its imports; absent where they were not asked for. */
  modules?: readonly string[];
}

/** A changed definition, and its body for finding moves to other files. */
export interface DefinitionDelta {
  definition: ChangedDefinition;
  text: string;
}

const noBodies: DefinitionBodies = { definitions: new Map(), topLevel: '' };

/**
 * @param before null: the file is new
 * @param now null: the file was deleted
 */
export function definitionDeltas(before: FileSide | null, now: FileSide | null, isTest: boolean): DefinitionDelta[] {
  const old = before === null ? noBodies : definitionBodies(before.text, before.definitions);
  const current = now === null ? noBodies : definitionBodies(now.text, now.definitions);
  const path = (now ?? before)?.path ?? '';
  const delta = (
    change: DefinitionChangeKind,
    body: DefinitionBody,
    previousName: string | null = null,
    members = 0,
  ): DefinitionDelta => {
    const pathOfBody = change === 'removed' ? (before?.path ?? path) : path;
    const definition = changedDefinition(change, pathOfBody, body, isTest);
    return { definition: { ...definition, before: previousName, members }, text: body.text };
  };
  const deltas: DefinitionDelta[] = [];
  const { same, added, removed } = pairByName(old, current);
  for (const [earlier, body] of same)
    if (earlier.text !== body.text) deltas.push(delta(changeOf(earlier.definition, body.definition), body));
  const renames = renamesOf(removed, added);
  for (const [earlier, body] of renames) {
    const hasSameBody = nameless(earlier) === nameless(body);
    // Only the container was renamed: the definition itself has not changed.
    if (hasSameBody && earlier.definition.name === body.definition.name) continue;
    deltas.push(
      hasSameBody
        ? delta('renamed', body, earlier.qualified)
        : delta(changeOf(earlier.definition, body.definition), body, earlier.qualified),
    );
  }
  const renamed = new Set([...renames].flat());
  for (const { body, members } of outermost(added.filter((one) => !renamed.has(one))))
    deltas.push(delta('added', body, null, members));
  for (const { body, members } of outermost(removed.filter((one) => !renamed.has(one))))
    deltas.push(delta('removed', body, null, members));
  if (before !== null && now !== null && old.topLevel !== current.topLevel)
    deltas.push({ definition: topLevel(path, isTest), text: '' });
  return deltas.sort((a, b) => a.definition.startLine - b.definition.startLine);
}

interface PairedDefinitions {
  same: [earlier: DefinitionBody, body: DefinitionBody][];
  added: DefinitionBody[];
  removed: DefinitionBody[];
}

/**
 * Pairs the definitions that have the same name before and now. Several functions may declare the same name; local name marks in the qualified names
 * distinguish these declarations. They are paired by equal text first, then by equal mark, then by order: a new declaration shifts the marks of the
 * declarations after it.
 */
function pairByName(old: DefinitionBodies, current: DefinitionBodies): PairedDefinitions {
  const same: PairedDefinitions['same'] = [];
  const [added, removed] = [new Set(current.definitions.values()), new Set(old.definitions.values())];
  const pairBy = (keyOf: (body: DefinitionBody) => string | null): void => {
    const byKey = Map.groupBy(added, keyOf);
    for (const earlier of removed) {
      const key = keyOf(earlier);
      const body = key === null ? undefined : byKey.get(key)?.shift();
      if (body === undefined) continue;
      same.push([earlier, body]);
      removed.delete(earlier);
      added.delete(body);
    }
  };
  const isMarked = ({ definition: { container } }: DefinitionBody): boolean =>
    container !== withoutDuplicateMarks(container);
  pairBy((body) => (isMarked(body) ? `${body.qualified} ${body.text}` : null));
  pairBy((body) => (isMarked(body) ? `${sourceNameWithKind(body)} ${body.text}` : null));
  pairBy(({ qualified }) => qualified);
  pairBy((body) => `${sourceNameWithKind(body)} ${body.text}`);
  pairBy(sourceNameWithKind);
  return { same, added: [...added], removed: [...removed] };
}

/** The kind and name of a definition, without local name marks. */
function sourceNameWithKind({ definition }: DefinitionBody): string {
  return `${definition.kind} ${sourceName(definition)}`;
}

function changeOf(before: OutlineEntry, now: OutlineEntry): DefinitionChangeKind {
  return before.signature === now.signature && before.kind === now.kind && before.exported === now.exported
    ? 'body'
    : 'signature';
}

function changedDefinition(
  change: DefinitionChangeKind,
  path: string,
  body: DefinitionBody,
  isTest: boolean,
): ChangedDefinition {
  const { qualified, definition } = body;
  const { kind, startLine, endLine, exported, signature } = definition;
  const place = { id: `${path}#${qualified}`, qualified, kind, path, startLine, endLine, exported, signature };
  return { change, ...place, before: null, members: 0, isTest, isKnown: false };
}

function topLevel(path: string, isTest: boolean): ChangedDefinition {
  const place = { id: path, qualified: path, kind: 'file' as const, path, startLine: 0, endLine: 0 };
  const rest = { exported: false, signature: null, before: null, members: 0, isTest, isKnown: false };
  return { change: 'body', ...place, ...rest };
}

/** The body and the inner names, with a placeholder for every mention of the definition's name. */
function nameless({ definition, text, inner }: DefinitionBody): string {
  return [text, ...inner].join('\n').replaceAll(definition.name, '\u0001');
}

/** Pairs renamed definitions, which have equal bodies. The members of a renamed type are paired by their names. */
function renamesOf(
  removed: readonly DefinitionBody[],
  added: readonly DefinitionBody[],
): Map<DefinitionBody, DefinitionBody> {
  const keyOf = (body: DefinitionBody): string =>
    `${body.definition.kind} ${withoutDuplicateMarks(body.definition.container) ?? ''} ${nameless(body)}`;
  const byText = Map.groupBy(added, keyOf);
  const pairs = new Map<DefinitionBody, DefinitionBody>();
  const paired = new Set<DefinitionBody>();
  const pair = (earlier: DefinitionBody, body: DefinitionBody): void => {
    pairs.set(earlier, body);
    paired.add(body);
  };
  const containers = new Map<string, string>();
  for (const earlier of removed) {
    const body = (byText.get(keyOf(earlier)) ?? []).find((one) => !paired.has(one));

    if (body === undefined || nameless(earlier).length < shortestRenamed) continue;
    pair(earlier, body);
    containers.set(earlier.qualified, body.qualified);
  }
  const byName = new Map(added.map((body) => [body.qualified, body]));
  for (const earlier of removed) {
    const { container, name } = earlier.definition;
    const newContainer = pairs.has(earlier) || container === null ? undefined : containers.get(container);
    const body = newContainer === undefined ? undefined : byName.get(`${newContainer}.${name}`);
    if (body !== undefined && !paired.has(body)) pair(earlier, body);
  }
  return pairs;
}

/** Bodies with fewer characters than this may be equal by chance, so that their equality is no evidence of a rename or a move. */
const shortestRenamed = 20;

/** Kinds whose inner definitions are members. Elsewhere an inner definition is a part of its outer one. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'typeAlias', 'enum', 'component', 'module']);

/** The definitions of the list that are not inside another of the list. `members`: for a type, how many of the list are inside it; else 0. */
function outermost(all: readonly DefinitionBody[]): { body: DefinitionBody; members: number }[] {
  const names = new Set(all.map(({ qualified }) => qualified));
  const members = new Map<string, number>();
  const found: DefinitionBody[] = [];
  for (const body of all) {
    const outer = outerOf(body.definition.container, names);
    if (outer === null) found.push(body);
    else members.set(outer, (members.get(outer) ?? 0) + 1);
  }
  const isType = ({ definition: { kind } }: DefinitionBody): boolean => typeKinds.has(kind);
  return found.map((body) => ({ body, members: isType(body) ? (members.get(body.qualified) ?? 0) : 0 }));
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
  const removed = new Map<string, DefinitionDelta>();
  for (const { deltas } of files)
    for (const delta of deltas)
      if (delta.definition.change === 'removed' && delta.text.length >= shortestRenamed)
        removed.set(keyOf(delta), delta);
  /** Removed definitions that were found elsewhere. */
  const sources = new Set<DefinitionDelta>();
  for (const { deltas } of files)
    for (const delta of deltas) {
      const source = delta.definition.change === 'added' ? removed.get(keyOf(delta)) : undefined;
      if (source === undefined || sources.has(source)) continue;
      sources.add(source);
      delta.definition.change = 'moved';
      delta.definition.before = source.definition.path;
    }
  for (const file of files) {
    const remaining = file.deltas.filter((delta) => !sources.has(delta));
    file.deltas.splice(0, file.deltas.length, ...remaining);
  }
}
