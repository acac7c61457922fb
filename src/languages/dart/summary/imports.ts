/** Imports, exports and parts of a library. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import { declareName, nameOf, partOf, partsOf, placeOf, type Collector } from '../../nominal-summary.ts';
import { uriOf } from '../uris.ts';
import { declarePrefix } from './names.ts';

/** The modules that a directive names: a library, and its replacements for other platforms. */
function modulesOf(c: Collector, node: SyntaxNode): number[] {
  const uris = (node.descendantsOfType('uri') as SyntaxNode[]).map((uri) =>
    uriOf(c.source.slice(uri.startIndex, uri.endIndex)),
  );
  return uris.filter((uri) => uri !== '').map((uri) => c.writer.module(uri));
}

/** The names after `show`; null if there is no `show`. */
function shownIn(c: Collector, node: SyntaxNode): SyntaxNode[] | null {
  const shown = partsOf(node).filter(
    (part) => part.type === 'combinator' && c.source.startsWith('show', part.startIndex),
  );
  return shown.length === 0 ? null : shown.flatMap((part) => partsOf(part));
}

/** Declares the names that an import makes visible. `hide` is ignored: the names after it count as visible. */
export function visitImport(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const specification = partOf(partsOf(node), 'import_specification');
  if (specification === undefined) return 0;
  const prefix = partOf(partsOf(specification), 'identifier');
  const shown = shownIn(c, specification);
  for (const module of modulesOf(c, node)) {
    if (prefix !== undefined) {
      declarePrefix(c.frame, nameOf(c, prefix));
      declareImport(c, { name: prefix, module, imported: 0 });
    }
    for (const name of shown ?? []) {
      const string = writer.string(nameOf(c, name));
      writer.site(siteKinds.import, memberOf(c, module, string), placeOf(name), 0);
      if (prefix === undefined) declareImport(c, { name, module, imported: string });
    }
    if (prefix === undefined && shown === null) writer.export('*', exportForms.opens, module, 0);
  }
  return 0;
}

function memberOf({ writer }: Collector, module: number, string: number): number {
  return writer.node(ops.member, writer.node(ops.module, module), string);
}

/** @param imported string index of the name in the library; 0 (the index of `*`) for the library itself */
function declareImport(
  c: Collector,
  { name, module, imported }: { name: SyntaxNode; module: number; imported: number },
): void {
  const { writer } = c;
  declareName(c.frame, nameOf(c, name));
  const entity = writer.entity({ name: nameOf(c, name), kind: entityKinds.import, ...placeOf(name), scope: 0 });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, imported);
}

export function visitExport(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const shown = shownIn(c, node);
  for (const module of modulesOf(c, node)) {
    for (const name of shown ?? []) {
      const text = nameOf(c, name);
      writer.site(siteKinds.reexport, memberOf(c, module, writer.string(text)), placeOf(name), 0);
      writer.export(text, exportForms.from, module, writer.string(text));
    }
    if (shown === null) writer.export('*', exportForms.all, module, 0);
  }
  return 0;
}

/** A library contains the declarations of its parts and exports them. */
export function visitPart(c: Collector, node: SyntaxNode): number {
  for (const module of modulesOf(c, node)) c.writer.export('*', exportForms.all, module, 0);
  return 0;
}

/** A part sees the names of its library. It gives the path of the library or, in older code, its name. */
export function visitPartOf(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = partOf(partsOf(node), 'dotted_identifier_list');
  const named = name === undefined ? [] : [writer.module(c.source.slice(name.startIndex, name.endIndex))];
  for (const module of [...modulesOf(c, node), ...named]) writer.export('*', exportForms.opens, module, 0);
  return 0;
}
