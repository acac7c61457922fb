/** `declare module './m' { interface I { … } }` in a module: more of what that module declares. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../model/link-facts.ts';
import { collectInterface } from './classes.ts';
import { type Collector, placeOf } from './collector.ts';

export interface Augmentation {
  /** Where its parts stand. */
  scope: number;
  /** Collects an interface as more of the module's own; false for any other part. */
  collect(part: Node): boolean;
}

/** @param around the scope of the whole block: the module's names are seen in it */
export function augmentation(c: Collector, specifier: string, around: number): Augmentation {
  const { writer } = c;
  const module = writer.module(specifier);
  const scope = writer.scope(around, scopeKinds.namespace, -1);
  const imported = new Set<string>();
  const importName = (name: string, at: number): void => {
    if (imported.has(name)) return;
    imported.add(name);
    const entity = writer.entity({ name, kind: entityKinds.import, ...placeOf(c, at), scope: around });
    writer.set(entity, entityFields.listA, module);
    writer.set(entity, entityFields.listB, writer.string(name));
  };
  return {
    scope,
    collect(part) {
      const node = part.type === 'ExportNamedDeclaration' ? part.declaration : part;
      if (node?.type !== 'TSInterfaceDeclaration') return false;
      const { name, start } = node.id;
      importName(name, start);
      const entity = collectInterface(c, node, scope, entityFlags.extension);
      const path = writer.list([writer.string(name)]);
      writer.set(entity, entityFields.type, writer.node(ops.named, path, around, 0));
      return true;
    },
  };
}
