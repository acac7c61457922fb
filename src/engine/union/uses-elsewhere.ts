/** What other repositories use of what a change made of one: of the definitions that differ, and of what is gone. */
import type { AcrossPlace, AcrossRepositories } from '../../graph/across/across.ts';
import { earlierView } from '../../graph/across/earlier.ts';
import type { RepositoryView } from '../../graph/across/repository.ts';
import { symbolsOfFile } from '../../graph/queries/index/file-symbols.ts';
import type { ChangedDefinition } from '../../model/changes.ts';
import { qualifiedName, sourceName, symbolKey } from '../../model/link.ts';
import type { ChangeElsewhere, PlaceElsewhere, UseElsewhere } from '../../model/review.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { ElsewhereQuestion } from '../types.ts';

const order: readonly ChangeElsewhere[] = ['gone', 'signature', 'renamed', 'moved', 'body'];

/** @param project the name of the reviewed repository, one of those of `across` */
export async function usesElsewhere(
  across: AcrossRepositories,
  project: string,
  { changed, earlier }: ElsewhereQuestion,
): Promise<{ uses: UseElsewhere[]; cut: readonly string[] }> {
  const files = new Map(across.sources.map(({ name, view }) => [name, new FilesOfView(view)]));
  const present = files.get(project)!;
  const changeOf = new Map<string, ChangedDefinition['change']>();
  const targets = [];
  for (const { path, qualified, kind, change } of changed) {
    const file = await present.idOf(path);
    if (file === null || kind === 'file' || change === 'added' || change === 'removed') continue;
    const key = symbolKey(qualified);
    changeOf.set(`${file} ${key}`, change);
    targets.push({ repository: project, file, key });
  }
  const [used, lost] = [await across.into(targets), await across.lost(project, earlier)];
  const before = new FilesOfView(await earlierView(present.view, earlier));
  const uses = new Map<string, UseElsewhere>();
  const add = async (place: AcrossPlace, definer: FilesOfView, change: ChangeElsewhere): Promise<void> => {
    const target = await targetOf(definer, place);
    const key = `${change} ${target.id}`;
    const use = uses.get(key) ?? { change, ...target, places: [] };
    uses.set(key, use);
    const { line, column } = place.link;
    const found = await placeOf(files.get(place.repository)!, place);
    const isSame = (one: PlaceElsewhere): boolean =>
      one.project === found.project && one.path === found.path && one.line === line && one.column === column;
    if (!use.places.some(isSame)) use.places.push(found);
  };
  for (const place of lost.places) await add(place, before, 'gone');
  for (const place of used.places)
    await add(place, present, changeOf.get(`${place.to.file} ${place.to.key}`) as ChangeElsewhere);
  const all = [...uses.values()].sort(
    (a, b) => order.indexOf(a.change) - order.indexOf(b.change) || compared(a.path, b.path) || a.line - b.line,
  );
  for (const { places } of all) places.sort(byPlace);
  return { uses: all, cut: [...used.cut, ...lost.cut] };
}

/** The linked files of a repository, by their ids. */
class FilesOfView {
  readonly view: RepositoryView;
  #places: Promise<ReadonlyMap<number, { path: string; fileId: number }>> | null = null;
  readonly #outlines = new Map<number, Promise<readonly OutlineEntry[]>>();

  constructor(view: RepositoryView) {
    this.view = view;
  }

  #all(): Promise<ReadonlyMap<number, { path: string; fileId: number }>> {
    return (this.#places ??= this.view.store
      .linkPlaces()
      .then((places) => new Map(places.map(({ id, path, fileId }) => [id, { path, fileId }]))));
  }

  async idOf(path: string): Promise<number | null> {
    for (const [id, one] of await this.#all()) if (one.path === path) return id;
    return null;
  }

  async file(id: number): Promise<{ path: string; definitions: readonly OutlineEntry[] }> {
    const { path, fileId } = (await this.#all()).get(id)!;
    let outline = this.#outlines.get(fileId);
    if (outline === undefined) {
      outline = this.view.store.outlines([fileId]).then((found) => found.get(fileId) ?? []);
      this.#outlines.set(fileId, outline);
    }
    return { path, definitions: await outline };
  }
}

async function targetOf(
  definer: FilesOfView,
  { to }: AcrossPlace,
): Promise<Pick<UseElsewhere, 'id' | 'qualified' | 'kind' | 'path' | 'line'>> {
  const { path, definitions } = await definer.file(to.file);
  const definition = symbolsOfFile(path, definitions).main(to.key);
  if (definition === undefined) return { id: path, qualified: path, kind: 'file', path, line: 1 };
  const { kind, startLine } = definition;
  const id = `${path}#${qualifiedName(definition)}`;
  return { id, qualified: sourceName(definition), kind, path, line: Math.max(1, startLine) };
}

async function placeOf(user: FilesOfView, place: AcrossPlace): Promise<PlaceElsewhere> {
  const { path, definitions } = await user.file(place.file);
  const { line, column, kind, container } = place.link;
  const caller = definitions[container];
  return {
    ...{ project: place.repository, path, line, column, kind },
    caller: caller === undefined ? null : sourceName(caller),
    package: place.package,
    range: place.range,
  };
}

/** By repository; imports behind other uses, which say more. */
function byPlace(a: PlaceElsewhere, b: PlaceElsewhere): number {
  return (
    compared(a.project, b.project) ||
    Number(a.kind === 'import') - Number(b.kind === 'import') ||
    compared(a.path, b.path) ||
    a.line - b.line ||
    a.column - b.column
  );
}

function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
