/**
 * The files that are linked together, and what modules export.
 * Invariant: answers depend on the files' facts alone, never on the order of questions.
 */
import { entityFields, entityFlags, entityKinds, exportForms, ops } from '../model/link-facts.ts';
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
    const inWhole = this.#memberOfWhole(wanted, seen);
    if (inWhole !== null) return inWhole;
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
        if (record.a === -1) return this.#expression(file, record.b, wanted.space, seen);
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

  /** `export default f()`; `module.exports = require('m')` is what that module exports. */
  #expression(file: FileFacts, node: number, space: number, seen: Set<string>): Exported | null {
    if (file.op(node) !== ops.module) return { kind: 'expression', file, node };
    const target = this.module(file, file.operand(node, 0));
    return target === null ? { kind: 'external' } : this.#whole(target, space, seen);
  }

  /** What `require` gives. */
  #whole(file: FileFacts, space: number, seen: Set<string>): Exported | null {
    const [whole] = file.exports('=');
    const key = `${file.index} =`;
    if (whole === undefined || seen.has(key)) return { kind: 'module', file };
    seen.add(key);
    return this.#follow({ file, space }, whole, seen);
  }

  /** A name of a module that exports one value: what the value has under that name. */
  #memberOfWhole(
    { file, name, space }: { file: FileFacts; name: string; space: number },
    seen: Set<string>,
  ): Exported | null {
    const [record] = file.exports('=');
    const whole = record === undefined ? null : this.#whole(file, space, seen);
    if (whole?.kind === 'module')
      return whole.file === file ? null : this.#findExport({ file: whole.file, name, space }, seen);
    if (whole?.kind !== 'entities') return whole?.kind === 'external' ? whole : null;
    for (const entity of whole.entities) {
      const found = this.#insideOf(whole.file, entity, { name, space }, seen);
      if (found !== null) return found;
    }
    return null;
  }

  /** A member of an object, class or function, or of the object that a constant holds; a namespace's entity. */
  #insideOf(
    file: FileFacts,
    entity: number,
    { name, space }: { name: string; space: number },
    seen: Set<string>,
  ): Exported | null {
    const value = file.get(entity, entityFields.value);
    const holds = file.kind(entity) === entityKinds.variable && file.op(value) === ops.entity;
    for (const owner of holds ? [entity, file.operand(value, 0)] : [entity]) {
      const members = file.members(owner, name);
      if (members.length > 0) return { kind: 'entities', file, entities: members };
      const string = file.stringOf(name);
      const inside = file.get(owner, entityFields.ownScope);
      if (file.kind(owner) === entityKinds.namespace && string !== -1) {
        const found = this.followEntities(file, file.declared(inside, string), space, seen);
        if (found !== null) return found;
      }
      const spread = file.kind(owner) === entityKinds.object ? file.list(file.get(owner, entityFields.listA)) : [];
      for (let at = spread.length - 1; at > 0; at -= 2) {
        if (file.op(spread[at]!) !== ops.module) continue;
        const target = this.module(file, file.operand(spread[at]!, 0));
        const found = target === null ? null : this.#findExport({ file: target, name, space }, seen);
        if (found !== null) return found;
      }
    }
    return null;
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
    if (name === '=') return this.#whole(target, space, seen);
    const found = this.#findExport({ file: target, name, space }, seen);
    if (found !== null || space === spaces.any) return found;
    return this.#findExport({ file: target, name, space: spaces.any }, seen);
  }
}
