/** What JavaScript gives values beyond what is written in them: prototypes, what functions have, what an object's values are. */
import { entityFields, entityFlags, entityKinds } from '../../../model/link-facts.ts';
import { type Inference, entityValue, nodeValue } from '../../infer/questions.ts';
import { type Target, type Value, alternatives, instancesOf, union } from '../../infer/values.ts';

/** The name under which a collector keeps what an object, or the instances of a function, inherit from. */
const prototypeName = '__proto__';

/** Objects with more members hold many kinds of things. */
const maxValues = 16;

export function isEcmascript({ language }: { language: string }): boolean {
  return language === 'typescript' || language === 'javascript' || language === 'vue';
}

/** As which language a file is linked: scripts of components are as well TypeScript. */
export function linkedAs(language: string): string {
  return language === 'vue' ? 'typescript' : language;
}

/** Whether a file is a component, whose markup and scripts may name what nobody imports. */
export function isComponent({ path }: { path: string }): boolean {
  return /\.(?:vue|svelte|astro|marko|riot)$/i.test(path);
}

/** What an object, or a function itself or its instances, were given as their prototype. */
export function prototypesOf(i: Inference, { file, entity }: Target, isStatic: boolean): readonly Value[] {
  return file
    .members(entity, prototypeName)
    .filter((member) => {
      const isObject = file.kind(entity) === entityKinds.object;
      return isObject || file.has(member, entityFlags.static) === isStatic;
    })
    .flatMap((member) => alternatives(nodeValue(i, file, file.get(member, entityFields.value))));
}

/** A property that functions and classes have without declaring it; undefined for any other. */
export function functionMember(part: Value & { kind: 'function' | 'static' }, name: string): Value | null | undefined {
  if (!isEcmascript(part.file)) return undefined;
  if (name === 'prototype') return instancesOf(part);
  return part.kind === 'function' && (name === 'call' || name === 'apply') ? part : undefined;
}

/** What an object literal's properties hold, by whatever key one is asked for. */
export function valuesOf(i: Inference, { file, entity }: Target): Value | null {
  if (file.kind(entity) !== entityKinds.object) return null;
  const table = file.memberTable(entity);
  if (table === undefined || table.size > maxValues) return null;
  // What has a symbol or constant as its key is asked for by that.
  const named = [...table].filter(([name]) => !file.text(name).startsWith('['));
  return union(named.map(([, [first]]) => entityValue(i, { file, entity: first! })));
}

/** One list or map of several that a variable is given: what they hold together. */
export function heldTogether(parts: readonly Value[]): Value | undefined {
  const [first] = parts;
  if (parts.length < 2 || first === undefined) return first;
  const held: (Value | null)[] = [];
  let map: Value | null = null;
  for (const part of parts) {
    if (part.kind !== 'list' && part.kind !== 'map') return first;
    held.push(part.of);
    if (part.kind === 'map') map = part;
  }
  return map?.kind === 'map' ? { kind: 'map', key: map.key, of: union(held) } : { kind: 'list', of: union(held) };
}
