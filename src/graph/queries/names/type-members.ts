/** The members that types declare and inherit, for questions that name them by a type: `Kysely.selectFrom`, `Scheduler.*`. */
import { keyPath, type LinkKind, symbolKey, qualifiedName } from '../../../model/link.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import type { LinkedPlace, LinkIndex } from '../index/link-index.ts';
import { Way } from './reading.ts';
import { distinctRefs, groupByRef, RefMap, type SymbolRef } from '../ref-map.ts';

/** The maximum number of levels of bases that are followed. */
const maxLevels = 16;
/** The maximum number of files of a folder that are searched for members of a type. */
const maxFolderFiles = 200;

export interface TypeMember {
  ref: SymbolRef;
  name: string;
  /** The type that declares it. */
  owner: SymbolRef;
}

/** The members that types declare themselves, in the order of their declarations; those in other files of a type's folder come last. */
export async function membersOf(index: LinkIndex, types: readonly SymbolRef[]): Promise<TypeMember[]> {
  const declarations = await index.declarations(types);
  const byFolder = new Map<string, SymbolRef[]>();
  for (const owner of types) {
    const { path, language } = index.file(owner.file) ?? {};
    if (path === undefined || language === undefined || questionRulesOf(language).membersInFolder !== true) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), owner]);
  }
  const filesOf = new RefMap<number[]>();
  for (const owner of types) filesOf.set(owner, [owner.file]);
  if (byFolder.size > 0)
    for (const path of index.paths)
      for (const owner of byFolder.get(path.slice(0, path.lastIndexOf('/') + 1)) ?? []) {
        const files = filesOf.get(owner)!;
        const file = index.idOf(path)!;
        if (file !== owner.file && files.length < maxFolderFiles && isOfLanguage(index, file, owner)) files.push(file);
      }
  const symbols = await index.symbolsOf(filesOf.values().flat());
  return types.flatMap((owner) => {
    const declared = declarations.get(owner);
    if (declared === undefined) return [];
    const qualified = qualifiedName(declared);
    // A definition outside of its class may lack the enclosing namespace. A file with a type of this name declares members of its own type.
    const isContainer = (container: string, file: number): boolean =>
      container === qualified || (file !== owner.file && qualified.endsWith(`.${container}`));
    const declares = (file: number): boolean =>
      symbols
        .get(file)
        ?.definitions.some((one) => one.kind === declared.kind && isContainer(qualifiedName(one), file)) === true;
    const files = filesOf.get(owner)!.filter((file) => file === owner.file || !declares(file));
    return files.flatMap((file) =>
      (symbols.get(file)?.definitions ?? []).flatMap((definition): TypeMember[] => {
        const { container } = keyPath(definition);
        if (container === null || !isContainer(container, file)) return [];
        return [{ ref: { file, key: symbolKey(qualifiedName(definition)) }, name: definition.name, owner }];
      }),
    );
  });
}

function isOfLanguage(index: LinkIndex, file: number, { file: other }: SymbolRef): boolean {
  const platform = (id: number): string | undefined => {
    const language = index.file(id)?.language;
    return language === undefined ? undefined : (questionRulesOf(language).platform ?? language);
  };
  return platform(file) === platform(other);
}

const isBase = (kind: LinkKind): boolean => kind === 'extends' || kind === 'implements';

/** The members that types inherit from the nearest of their bases that have such members; none where no base has. */
export async function inheritedMembers(
  index: LinkIndex,
  types: readonly SymbolRef[],
  isWanted: (name: string) => boolean,
  way = new Way(),
): Promise<TypeMember[]> {
  const visited = new RefMap<true>();
  for (const ref of types) visited.set(ref, true);
  let level = types;
  for (let depth = 0; depth < maxLevels && level.length > 0; depth++) {
    level = (await basesOf(index, level)).filter((ref) => ref.key !== 0 && !visited.has(ref));
    for (const ref of level) visited.set(ref, true);
    const found = (await membersOf(index, level)).filter(({ name }) => isWanted(name));
    way.by = [depth];
    if (found.length > 0)
      return groupByRef(found, ({ ref }) => ref)
        .values()
        .map(([first]) => first);
  }
  return [];
}

/** The types that types extend or implement. In some languages these links are of the top of the file, at a line of the type's declaration. */
async function basesOf(index: LinkIndex, types: readonly SymbolRef[]): Promise<readonly SymbolRef[]> {
  const own = new RefMap<true>();
  for (const ref of types) own.set(ref, true);
  const tops = types.map(({ file }) => ({ file, key: 0 }));
  const places = await index.outOf(distinctRefs([...types, ...tops]), { accepts: isBase, withInner: false });
  const declared = await index.declarations(types);
  const isAt = (type: SymbolRef, { from, site }: LinkedPlace): boolean => {
    const lines = declared.get(type);
    if (type.file !== from.file || lines === undefined) return false;
    return lines.startLine <= site.line && site.line <= lines.endLine;
  };
  const isOwn = (place: LinkedPlace): boolean =>
    place.from.key === 0 ? types.some((type) => isAt(type, place)) : own.has(place.from);
  return distinctRefs(places.filter(isOwn).map(({ to }) => to));
}
