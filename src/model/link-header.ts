/** What linking has to know of every file before it reads the facts of any. */
import { entityFields, entityFlags, entityWidth, type LinkFacts } from './link-facts.ts';

export interface LinkHeader {
  /** `LinkFacts.unit`. */
  unit: string;
  /** Names that the file declares for the whole program. */
  globals: readonly string[];
  /** Names of types that it says more of. */
  extensions: readonly string[];
}

/** Where the types are looked for that a unit's files say more of: Swift's may be of any module. */
export function extensionUnit(unit: string): string {
  return unit.startsWith('swift:') ? 'swift:' : unit;
}

export function linkHeader(path: string, facts: LinkFacts): LinkHeader {
  const globals = new Set<string>();
  const extensions = new Set<string>();
  const { entities, strings } = facts;
  // A script's own variables rarely are what another file means.
  const isGlobal = facts.global && path.endsWith('.d.ts');
  for (let at = 0; at < entities.length; at += entityWidth) {
    const flags = entities[at + entityFields.flags]!;
    const name = strings[entities[at + entityFields.name]!]!;
    if ((flags & entityFlags.extension) !== 0) extensions.add(name);
    else if (entities[at + entityFields.parent] === -1) {
      const atTop = isGlobal && entities[at + entityFields.scope] === 0;
      if (atTop || (flags & entityFlags.global) !== 0) globals.add(name);
    }
  }
  return { unit: facts.unit, globals: [...globals], extensions: [...extensions] };
}
