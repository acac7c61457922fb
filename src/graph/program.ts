/**
 * The files that are linked together, and what modules export.
 * Invariant: answers depend on the files' facts alone, never on the order of questions.
 */
import { entityFields, entityFlags, entityKinds, exportForms } from '../model/link-facts.ts';
import type { LinkFacts } from '../model/link-facts.ts';
import { FileFacts, spaces, type ExportRecord } from './file-facts.ts';
import type { Target } from './values.ts';

/** The file that a specifier means, or null. `required`: by `require`. */
export type ResolveModule = (
  from: { path: string; language: string },
  specifier: string,
  required: boolean,
) => string | null;

export interface ProgramFile {
  path: string;
  language: string;
  facts: LinkFacts;
}

/** What a name of a module is: entities, a module, an expression of a file (`export default f()`), or something outside. */
export type Exported =
  | { kind: 'entities'; file: FileFacts; entities: readonly number[] }
  | { kind: 'module'; file: FileFacts }
  | { kind: 'expression'; file: FileFacts; node: number }
  | { kind: 'external' };

const maxHops = 40;

export class Program {
  readonly files: readonly FileFacts[];
  readonly #byPath = new Map<string, FileFacts>();
  readonly #exported = new Map<string, Exported | null>();
  /** Declarations for the whole program, by name. */
  readonly #globals = new Map<string, Target[]>();

  constructor(files: readonly ProgramFile[], resolve: ResolveModule) {
    this.files = files.map((file, index) => new FileFacts(index, file));
    for (const file of this.files) this.#byPath.set(file.path, file);
    for (const file of this.files) {
      for (const [index, specifier] of file.facts.modules.entries()) {
        const required = specifier.startsWith('\0');
        const path = resolve(file, required ? specifier.slice(1) : specifier, required);
        file.modules[index] = (path === null ? undefined : this.#byPath.get(path))?.index ?? -1;
      }
      this.#addGlobals(file);
    }
  }

  file(path: string): FileFacts | undefined {
    return this.#byPath.get(path);
  }

  #addGlobals(file: FileFacts): void {
    for (let entity = 0; entity < file.entityCount; entity++) {
      const atTop = file.facts.global && file.get(entity, entityFields.scope) === 0;
      if (!atTop && !file.has(entity, entityFlags.global)) continue;
      if (file.get(entity, entityFields.parent) !== -1) continue;
      // A script's own variables rarely are what another file means.
      if (atTop && !file.path.endsWith('.d.ts')) continue;
      const name = file.name(entity);
      const known = this.#globals.get(name);
      if (known === undefined) this.#globals.set(name, [{ file, entity }]);
      else known.push({ file, entity });
    }
  }

  globals(name: string): readonly Target[] {
    return this.#globals.get(name) ?? [];
  }

  /** The file that module `index` of a file means. */
  module(file: FileFacts, index: number): FileFacts | null {
    const target = file.modules[index] ?? -1;
    return target === -1 ? null : this.files[target]!;
  }

  /** What `file` exports under a name; null when it exports no such thing. */
  exported(file: FileFacts, name: string, space: number): Exported | null {
    const key = `${file.index} ${space} ${name}`;
    const known = this.#exported.get(key);
    if (known !== undefined) return known;
    const result = this.#findExport({ file, name, space }, new Set());
    this.#exported.set(key, result);
    return result;
  }

  #findExport(wanted: { file: FileFacts; name: string; space: number }, seen: Set<string>): Exported | null {
    const { file, name, space } = wanted;
    const key = `${file.index} ${name}`;
    if (seen.has(key) || seen.size > maxHops) return null;
    seen.add(key);
    for (const record of file.exports(name)) {
      const found = this.#follow(wanted, record, seen);
      if (found !== null) return found;
    }
    if (name === 'default') {
      // `import x from` a module with `module.exports = …` or `export =`.
      const [whole] = file.exports('=');
      if (whole !== undefined) return this.#follow(wanted, whole, seen);
      return null;
    }
    if (name === '=') return { kind: 'module', file };
    let external = false;
    for (const { a } of file.exports('*')) {
      const next = this.module(file, a);
      if (next === null) {
        external = true;
        continue;
      }
      const found = this.#findExport({ file: next, name, space }, seen);
      if (found !== null && found.kind !== 'external') return found;
    }
    if (file.language === 'python') {
      const string = file.stringOf(name);
      const own = string === -1 ? [] : file.lookUp(0, string, { space, narrowed: false });
      if (own.length > 0) return this.followEntities(file, own, space, seen);
    }
    return external ? { kind: 'external' } : null;
  }

  #follow(wanted: { file: FileFacts; space: number }, record: ExportRecord, seen: Set<string>): Exported | null {
    const { file, space } = wanted;
    switch (record.form) {
      case exportForms.own:
        if (record.a === -1) return { kind: 'expression', file, node: record.b };
        return { kind: 'entities', file, entities: [record.a] };
      case exportForms.local: {
        const found = file.lookUp(0, record.a, { space, narrowed: false });
        return found.length === 0 ? null : this.followEntities(file, found, space, seen);
      }
      case exportForms.from: {
        const next = this.module(file, record.a);
        if (next === null) return { kind: 'external' };
        const name = file.text(record.b);
        if (name === '*') return { kind: 'module', file: next };
        return this.#findExport({ file: next, name, space }, seen);
      }
      default:
        return null;
    }
  }

  /** Entities as they are, imports as what they import. */
  followEntities(
    file: FileFacts,
    entities: readonly number[],
    space: number,
    seen: Set<string> = new Set(),
  ): Exported | null {
    const [first] = entities;
    if (first === undefined) return null;
    if (file.kind(first) !== entityKinds.import) return { kind: 'entities', file, entities };
    let result: Exported | null = null;
    // Several imports of one name (`try … except ImportError`): the first that is ours.
    for (const entity of entities) {
      if (file.kind(entity) !== entityKinds.import) return { kind: 'entities', file, entities: [entity] };
      result = this.#imported(file, entity, space, seen);
      if (result !== null && result.kind !== 'external') return result;
    }
    return result;
  }

  #imported(file: FileFacts, entity: number, space: number, seen: Set<string>): Exported | null {
    const target = this.module(file, file.get(entity, entityFields.listA));
    if (target === null) return { kind: 'external' };
    const name = file.text(file.get(entity, entityFields.listB));
    if (name === '*') return { kind: 'module', file: target };
    if (name === '=') {
      const [whole] = target.exports('=');
      return whole === undefined
        ? { kind: 'module', file: target }
        : this.#follow({ file: target, space }, whole, seen);
    }
    const found = this.#findExport({ file: target, name, space }, seen);
    if (found !== null || space === spaces.any) return found;
    return this.#findExport({ file: target, name, space: spaces.any }, seen);
  }
}
