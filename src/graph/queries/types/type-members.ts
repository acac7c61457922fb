/**
 * Types and their members: the members of a type, also those that are declared apart from it in its folder (a Go method, a Rust `impl`), and the type of a
 * member. Owns a cache for one answer.
 */
import type { SymbolNode } from '../../../model/graph.ts';
import { qualifiedName, sourceName, withoutDuplicateMarks } from '../../../model/link.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import type { FileSymbols } from '../index/file-symbols.ts';
import type { LinkIndex } from '../index/link-index.ts';
import type { SymbolRef } from '../ref-map.ts';

const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'module', 'typeAlias', 'component']);
const memberKinds: ReadonlySet<string> = new Set(['method', 'property', 'function', 'variable']);

export function isType({ kind }: { kind: string }): boolean {
  return typeKinds.has(kind);
}

/** The longest declaration of a symbol as a type; null where it is none. An interface may share its name with a value. */
export async function typeEntry(index: LinkIndex, { file, key }: SymbolRef): Promise<OutlineEntry | null> {
  const symbols = (await index.symbolsOf([file])).get(file);
  const main = key === 0 ? undefined : symbols?.main(key);
  if (symbols === undefined || main === undefined || isType(main)) return main ?? null;
  const entries = (symbols.byKey.get(key) ?? []).map((at) => symbols.definitions[at]!).filter(isType);
  const [first] = entries.toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  return first ?? null;
}

/** The node of a symbol as this type. */
export function nodeAsType(node: SymbolNode, entry: OutlineEntry | null): SymbolNode {
  if (entry === null || isType(node)) return node;
  const { kind, line, startLine, endLine, signature, exported } = entry;
  return { ...node, kind, line, startLine, endLine, signature, exported };
}

/** A member with its type. */
export interface TypeMember {
  ref: SymbolRef;
  entry: OutlineEntry;
}

export class TypeMembers {
  readonly #index: LinkIndex;
  /** Ids of linked files by folder; made at first use. */
  #folders: Map<string, number[]> | null = null;
  /** By language and folder: the members in the folder's files, by the qualified name of their type. */
  readonly #byFolder = new Map<string, Map<string, TypeMember[]>>();

  constructor(index: LinkIndex) {
    this.#index = index;
  }

  /** The members of a type. */
  async of(type: SymbolRef): Promise<readonly TypeMember[]> {
    const file = this.#index.file(type.file);
    const symbols = (await this.#index.symbolsOf([type.file])).get(type.file);
    const entry = symbols?.main(type.key);
    if (file === undefined || symbols === undefined || entry === undefined) return [];
    const qualified = qualifiedName(entry);
    if (!declaresApart(file.language)) return membersIn(type.file, symbols).get(qualified) ?? [];
    const members = await this.#ofFolder(folderOf(file.path), file.language);
    return members.get(qualified) ?? [];
  }

  /** The type, or other definition, that contains a member; null for none. */
  async ownerOf(member: SymbolRef): Promise<SymbolRef | null> {
    const symbols = (await this.#index.symbolsOf([member.file])).get(member.file);
    const container = withoutDuplicateMarks(symbols?.main(member.key)?.container ?? null);
    if (symbols === undefined || container === null) return null;
    return this.typeNamed(container, member.file);
  }

  /**
   * The type of a qualified name as it is written in a file: in that file, in its folder, or the only one of the project. A definition of another kind only
   * in that file. Null for none.
   */
  async typeNamed(qualified: string, from: number): Promise<SymbolRef | null> {
    const symbols = (await this.#index.symbolsOf([from])).get(from);
    const at = symbols?.definitions.findIndex((entry) => sourceName(entry) === qualified) ?? -1;
    if (at !== -1) return { file: from, key: symbols!.keys[at]! };
    const name = qualified.slice(qualified.lastIndexOf('.') + 1);
    const places = (await this.#index.store.definitionsNamed([name])).get(name) ?? [];
    const paths = new Map(
      (await this.#index.store.files([...new Set(places.map(({ fileId }) => fileId))])).map(({ id, path }) => [
        id,
        path,
      ]),
    );
    const language = this.#index.file(from)?.language;
    const types: SymbolRef[] = [];
    for (const { fileId, definition } of places) {
      const file = this.#index.idOf(paths.get(fileId) ?? '');
      if (file === undefined || this.#index.file(file)?.language !== language) continue;
      // A type inside of another, as a trait's `type Error`, is another one than the type of that name at the top.
      if (!isType(definition) || sourceName(definition) !== qualified) continue;
      const found = (await this.#index.symbolsOf([file])).get(file);
      const place = found?.definitions.findIndex(
        (entry) => entry.line === definition.line && entry.name === definition.name,
      );
      if (found !== undefined && place !== undefined && place !== -1) types.push({ file, key: found.keys[place]! });
    }
    const folder = folderOf(this.#index.file(from)?.path ?? '');
    const near = types.filter(({ file }) => folderOf(this.#index.file(file)!.path) === folder);
    return near.length > 0 ? near[0]! : types.length === 1 ? types[0]! : null;
  }

  /** The innermost definition that contains a place, or the innermost type; null for none. */
  async innermostAt(
    file: number,
    { line, column }: { line: number; column: number },
    wanted: 'any' | 'type',
  ): Promise<SymbolRef | null> {
    const symbols = (await this.#index.symbolsOf([file])).get(file);
    let found: { key: number; startLine: number } | null = null;
    for (const [at, entry] of symbols?.definitions.entries() ?? []) {
      if ((wanted === 'type' && !isType(entry)) || !contains(entry, line, column)) continue;
      if (found === null || entry.startLine >= found.startLine)
        found = { key: symbols!.keys[at]!, startLine: entry.startLine };
    }
    return found === null ? null : { file, key: found.key };
  }

  async #ofFolder(folder: string, language: string): Promise<Map<string, TypeMember[]>> {
    let members = this.#byFolder.get(`${language} ${folder}`);
    if (members !== undefined) return members;
    members = new Map();
    this.#byFolder.set(`${language} ${folder}`, members);
    const files = this.#filesIn(folder).filter((file) => this.#index.file(file)?.language === language);
    for (const [file, symbols] of await this.#index.symbolsOf(files))
      for (const [type, own] of membersIn(file, symbols)) members.set(type, [...(members.get(type) ?? []), ...own]);
    return members;
  }

  #filesIn(folder: string): readonly number[] {
    if (this.#folders === null) {
      this.#folders = new Map();
      for (const path of this.#index.paths) {
        const ids = this.#folders.get(folderOf(path));
        if (ids === undefined) this.#folders.set(folderOf(path), [this.#index.idOf(path)!]);
        else ids.push(this.#index.idOf(path)!);
      }
    }
    return this.#folders.get(folder) ?? [];
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether members may be declared apart from their type. */
function declaresApart(language: string): boolean {
  const rules = questionRulesOf(language);
  return rules.implementsImplicitly === true || rules.declaresApart === true || rules.extendedType !== undefined;
}

function membersIn(file: number, { definitions, keys }: FileSymbols): Map<string, TypeMember[]> {
  const found = new Map<string, TypeMember[]>();
  const seen = new Set<number>();
  for (const [at, entry] of definitions.entries()) {
    const container = withoutDuplicateMarks(entry.container);
    const key = keys[at]!;
    if (container === null || !memberKinds.has(entry.kind) || seen.has(key)) continue;
    seen.add(key);
    const members = found.get(container);
    const member = { ref: { file, key }, entry };
    if (members === undefined) found.set(container, [member]);
    else members.push(member);
  }
  return found;
}

function contains(entry: OutlineEntry, line: number, column: number): boolean {
  const { startLine, startColumn, endLine, endColumn } = entry;
  if (line < startLine || line > endLine) return false;
  return (line > startLine || column >= startColumn) && (line < endLine || column < endColumn);
}
