/** Members that override or implement others: a base may call them. A base outside of the project may have any member. */
import { entityFields, entityFlags, entityKinds, entityWidth, ops } from '../../../model/file-summary.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import { unpackSummary } from '../../../store/packed/packed-summary.ts';
import { keysOf, type LinkIndex } from '../index/link-index.ts';
import type { LeftOff, UnusedCandidate } from './left-off.ts';

/** Bases of bases are followed this far; beyond it a base counts as outside of the project. */
const maxDepth = 30;

interface ClassFacts {
  /** The key of the class that contains a member, by the member's key. */
  classOf: ReadonlyMap<number, number>;
  /** Members that stand in the implementation of an interface for a type (`impl Trait for Type`), or in a class without a name that has a base. */
  implementing: ReadonlySet<number>;
  /** Number of bases that a class names, by the key of the class. */
  baseCounts: ReadonlyMap<number, number>;
  /** Known bases, by the key of the class. */
  bases: Map<number, { file: number; key: number; place: number }[]>;
  overriding: Set<number>;
  /** Functions and values in objects that are written in braces. */
  ofObjects: ReadonlySet<number>;
}

export async function withoutOutsideBases(
  index: LinkIndex,
  candidates: readonly UnusedCandidate[],
  left: LeftOff,
): Promise<UnusedCandidate[]> {
  const facts = new Map<number, ClassFacts>();
  await addFacts(
    index,
    facts,
    candidates.map(({ file }) => file),
  );
  // Files of bases are read level by level.
  for (let level = 0; level < maxDepth; level++) {
    const missing = [...facts.values()].flatMap(({ bases }) => [...bases.values()].flat().map(({ file }) => file));
    const wanted = [...new Set(missing)].filter((file) => !facts.has(file));
    if (wanted.length === 0) break;
    await addFacts(index, facts, wanted);
  }
  return left.keep(candidates, ({ file, key, isMember }) => {
    const own = facts.get(file);
    if (own?.ofObjects.has(key) === true) return 'form';
    if (!isMember) return null;
    if (own === undefined) return 'overrides';
    const { overriding, implementing, classOf } = own;
    if (overriding.has(key) || implementing.has(key)) return 'overrides';
    const outer = classOf.get(key);
    return outer !== undefined && hasOutsideBase(facts, file, outer) ? 'overrides' : null;
  });
}

/** Whether a class has a base outside of the project, directly or not. */
function hasOutsideBase(facts: ReadonlyMap<number, ClassFacts>, file: number, key: number): boolean {
  const seen = new Set<string>();
  const open = [{ file, key }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const id = `${one.file} ${one.key}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const own = facts.get(one.file);
    if (own === undefined) return true;
    const known = own.bases.get(one.key) ?? [];
    const places = new Set(known.map(({ place }) => place));
    if (places.size < (own.baseCounts.get(one.key) ?? 0)) return true;
    open.push(...known);
  }
  return false;
}

async function addFacts(index: LinkIndex, facts: Map<number, ClassFacts>, asked: readonly number[]): Promise<void> {
  const files = [...new Set(asked)].filter((file) => index.file(file) !== undefined);
  const symbols = await index.symbolsOf(files);
  const summaries = await index.store.summaries(files.map((file) => index.file(file)!.fileId));
  for (const file of files) {
    const packed = summaries.get(index.file(file)!.fileId);
    if (packed === undefined) continue;
    const { summary, keys } = unpackSummary(packed);
    facts.set(file, { ...classFacts(summary, keys), bases: new Map(), overriding: new Set() });
  }
  for (const { from, to, data } of await index.store.linksFrom(files)) {
    const [own, known] = [facts.get(from), symbols.get(from)];
    if (own === undefined || known === undefined) continue;
    for (const link of unpackLinks(data)) {
      if (link.kind === 'overrides') for (const key of keysOf(known, link)) own.overriding.add(key);
      if (link.kind !== 'extends' && link.kind !== 'implements') continue;
      const base = { file: to, key: link.target, place: link.line * 65_536 + link.column };
      for (const key of keysOf(known, link)) own.bases.set(key, [...(own.bases.get(key) ?? []), base]);
    }
  }
}

function classFacts(
  { entities, nodes }: FileSummary,
  keys: readonly number[],
): Pick<ClassFacts, 'classOf' | 'implementing' | 'baseCounts' | 'ofObjects'> {
  const classOf = new Map<number, number>();
  const implementing = new Set<number>();
  const baseCounts = new Map<number, number>();
  const ofObjects = new Set<number>();
  const keyAt = (entity: number): number | undefined => keys[entities[entity + entityFields.definition]!];
  for (let at = 0; at < entities.length; at += entityWidth) {
    const own = keyAt(at);
    if (own === undefined) continue;
    baseCounts.set(own, Math.max(baseCounts.get(own) ?? 0, basesOf(entities, nodes, at)));
    const parent = entities[at + entityFields.parent]! * entityWidth;
    if (parent < 0) continue;
    const parentKind = entities[parent + entityFields.kind]!;
    if (parentKind === entityKinds.object || parentKind === entityKinds.typeLiteral) ofObjects.add(own);
    const outer = keyAt(parent);
    if (outer !== undefined) classOf.set(own, outer);
    const isExtension = (entities[parent + entityFields.flags]! & entityFlags.extension) !== 0;
    if ((isExtension || outer === undefined) && basesOf(entities, nodes, parent) > 0) implementing.add(own);
  }
  return { classOf, implementing, baseCounts, ofObjects };
}

const typeKinds: ReadonlySet<number> = new Set([entityKinds.class, entityKinds.interface, entityKinds.enum]);

/** The number of bases that the entity of a class names: its list has two items for each. */
function basesOf(entities: Int32Array, nodes: Int32Array, entity: number): number {
  const kind = entities[entity + entityFields.kind]!;
  const list = entities[entity + entityFields.listA]!;
  // The lists of other entities have other items.
  if (list <= 0 || !typeKinds.has(kind)) return 0;
  return nodes[list] === ops.list ? nodes[list + 1]! / 2 : 0;
}
