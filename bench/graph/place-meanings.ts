/** What the index, and beyond it the linker, know of a place of a name. */
import { startInference } from '../../src/graph/infer/inference.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import type { Inference } from '../../src/graph/questions/questions.ts';
import type { LinkIndex } from '../../src/graph/queries/index/link-index.ts';
import type { SymbolRef } from '../../src/graph/queries/ref-map.ts';
import { entityFields, siteWidth } from '../../src/model/file-summary.ts';
import type { LinkKind } from '../../src/model/link.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import type { LinkedTree } from './graph-tree.ts';
import type { NamePlace } from './name-places.ts';

/** What a place is, for the question who uses a symbol. */
export type Meaning =
  /** The index links it to the symbol itself, in this way. */
  | { is: 'itself'; kind: LinkKind }
  /** The index links it to other symbols only. */
  | { is: 'elsewhere'; targets: readonly SymbolRef[] }
  | { is: 'unresolved'; kind: LinkKind }
  | { is: 'declaration' | 'local' | 'outside' }
  /** The linker does not see that something is named. */
  | { is: 'unseen' };

interface Linked {
  target: SymbolRef;
  kind: LinkKind;
}

const placeKey = (line: number, column: number): string => `${line}:${column}`;

/** The marks that languages write before a name, as part of it (`#name`, `$name`, `r#name`). */
const marks = [0, 1, 2];

export class PlaceMeanings {
  readonly #index: LinkIndex;
  readonly #tree: LinkedTree;
  readonly #inference: Inference;
  readonly #files: ReadonlyMap<string, ProgramFile>;
  readonly #links = new Map<number, Map<string, Linked[]>>();
  readonly #unresolved = new Map<number, Map<string, LinkKind>>();

  constructor(index: LinkIndex, tree: LinkedTree) {
    this.#index = index;
    this.#tree = tree;
    this.#inference = startInference(tree.program);
    this.#files = new Map(this.#tree.program.files.map((file) => [file.path, file]));
  }

  async of(place: NamePlace, symbol: SymbolRef): Promise<Meaning> {
    const file = this.#index.idOf(place.path);
    if (file === undefined) return { is: 'unseen' };
    const links = (await this.#linksOf(file)).get(placeKey(place.line, place.column)) ?? [];
    const itself = links.filter(({ target }) => target.file === symbol.file && target.key === symbol.key);
    if (itself.length > 0) return { is: 'itself', kind: itself[0]!.kind };
    if (links.length > 0) return { is: 'elsewhere', targets: links.map(({ target }) => target) };
    const kind = (await this.#unresolvedOf(file)).get(placeKey(place.line, place.column));
    if (kind !== undefined) return { is: 'unresolved', kind };
    const symbols = (await this.#index.symbolsOf([file])).get(file);
    const isAt = (line: number, column: number): boolean =>
      line === place.line && marks.some((mark) => column + mark === place.column);
    if (symbols?.definitions.some(({ line, column }) => isAt(line, column)) === true) return { is: 'declaration' };
    return { is: this.#ofProgram(place, isAt) };
  }

  #ofProgram(
    place: NamePlace,
    isAt: (line: number, column: number) => boolean,
  ): 'declaration' | 'local' | 'outside' | 'unseen' {
    const file = this.#files.get(place.path);
    if (file === undefined) return 'unseen';
    for (let entity = 0; entity < file.entityCount; entity++)
      if (isAt(file.get(entity, entityFields.line), file.get(entity, entityFields.column))) return 'declaration';
    const { sites } = file.summary;
    for (let site = 0; site < file.siteCount; site++) {
      const at = site * siteWidth;
      if (sites[at + 2] !== place.line || sites[at + 3] !== place.column) continue;
      const { targets, callees, unlinked } = linkSite(this.#inference, file, site);
      // Links to what no definition stands for are not in the index: local names.
      if (targets.length > 0 || callees.length > 0) return 'local';
      return unlinked === 'external' ? 'outside' : 'unseen';
    }
    return isLocal(file, place) ? 'local' : 'unseen';
  }

  async #linksOf(file: number): Promise<ReadonlyMap<string, Linked[]>> {
    let found = this.#links.get(file);
    if (found !== undefined) return found;
    this.#links.set(file, (found = new Map<string, Linked[]>()));
    for (const { to, data } of await this.#index.store.linksFrom([file]))
      for (const { line, column, kind, target } of unpackLinks(data)) {
        const links = found.get(placeKey(line, column)) ?? [];
        found.set(placeKey(line, column), [...links, { target: { file: to, key: target }, kind }]);
      }
    return found;
  }

  async #unresolvedOf(file: number): Promise<ReadonlyMap<string, LinkKind>> {
    let found = this.#unresolved.get(file);
    if (found !== undefined) return found;
    const sites = await this.#index.unresolvedSitesOf(file);
    found = new Map(sites.map(({ site: { line, column, kind } }) => [placeKey(line, column), kind]));
    this.#unresolved.set(file, found);
    return found;
  }
}

/** Whether a name without a dot before it is declared in a scope around the place. */
function isLocal(file: ProgramFile, { name, scopes, isMember }: NamePlace): boolean {
  if (isMember) return false;
  for (let entity = 0; entity < file.entityCount; entity++) {
    if (file.name(entity) !== name || file.get(entity, entityFields.scope) === 0) continue;
    const line = file.get(entity, entityFields.line);
    // The whole file contains every place.
    if (scopes.slice(0, -1).some(({ from, to }) => from <= line && line <= to)) return true;
  }
  return false;
}
