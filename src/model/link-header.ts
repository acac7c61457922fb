/** What the linker has to know of all files before it reads the first summary. */
import { entityFields, entityFlags, entityKinds, entityWidth, ops, type FileSummary } from './file-summary.ts';

export interface LinkHeader {
  /** `FileSummary.unit`. */
  unit: string;
  /** Names that the file declares for the whole program. */
  globals: readonly string[];
  /**
   * Names of types that the file extends. If such types may be external, also the names of the members that it adds. Where an extension may name its
   * type by an alias, also the names of types for which the file declares aliases.
   */
  extensions: readonly string[];
}

/** The unit in which extensions of a type are looked up: in Swift one for all modules. */
export function extensionUnit(unit: string): string {
  return unit.startsWith('swift:') ? 'swift:' : unit;
}

/** Whether a file of this language may add members to external types. A file that uses such a member may not mention the type at all. */
function mayExtendExternalTypes(unit: string): boolean {
  return unit.startsWith('swift:') || unit.startsWith('rust:');
}

/** JavaScript and TypeScript: whether a page or another program may load a file beside others, which then see its top-level declarations. */
export function isScript(path: string, { global, modules, exports }: FileSummary): boolean {
  const isPlain = path.endsWith('.js') || (path.endsWith('.ts') && !path.endsWith('.d.ts'));
  return global && isPlain && modules.length === 0 && exports.length === 0;
}

/** The last name of the type for which an entity is an alias; null for any other entity, and for an alias of a type without a name. */
export function aliasedName({ entities, nodes, strings }: FileSummary, entity: number): string | null {
  const at = entity * entityWidth;
  const type = entities[at + entityFields.type]!;
  if (entities[at + entityFields.kind] !== entityKinds.typeAlias || nodes[type] !== ops.named) return null;
  const path = nodes[type + 1]!;
  const last = strings[nodes[path + 1 + nodes[path + 1]!]!]!;
  return last.slice(last.lastIndexOf('.') + 1);
}

/** Whether an extension in a file of this unit may name its type by an alias. */
function mayExtendAliases(unit: string): boolean {
  return unit.startsWith('swift:');
}

export function linkHeader(path: string, summary: FileSummary): LinkHeader {
  const globals = new Set<string>();
  const extensions = new Set<string>();
  const { entities, strings } = summary;
  const isGlobal = summary.global && (path.endsWith('.d.ts') || isScript(path, summary));
  const addsMemberNames = mayExtendExternalTypes(summary.unit);
  const addsAliased = mayExtendAliases(summary.unit);
  for (let at = 0; at < entities.length; at += entityWidth) {
    const flags = entities[at + entityFields.flags]!;
    const name = strings[entities[at + entityFields.name]!]!;
    const parent = entities[at + entityFields.parent]!;
    const aliased = addsAliased ? aliasedName(summary, at / entityWidth) : null;
    if (aliased !== null) extensions.add(aliased);
    if ((flags & entityFlags.extension) !== 0) extensions.add(name);
    else if (parent >= 0 && addsMemberNames) {
      if ((entities[parent * entityWidth + entityFields.flags]! & entityFlags.extension) !== 0) extensions.add(name);
    } else if (parent === -1) {
      const atTop = isGlobal && entities[at + entityFields.scope] === 0;
      if (atTop || (flags & entityFlags.global) !== 0) globals.add(name);
    }
  }
  return { unit: summary.unit, globals: [...globals], extensions: [...extensions] };
}
