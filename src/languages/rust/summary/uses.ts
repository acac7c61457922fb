/**
 * `use` and `mod`. A file cannot know whether a segment of a path is a file, an inline module or an enum. So `use a::b::C` becomes
 * several imports: C of module `a::b`, `b::C` of module `a`, and so on. The linker takes the first that the project has. Files export
 * the names in inline modules, and variants of enums, under their paths (`b::C`).
 */
import type { SyntaxNode } from '../../language.ts';
import {
  cfgModule,
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  pathMark,
  siteKinds,
  usedMacros,
} from '../../../model/file-summary.ts';
import { isCapital, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { libraries } from './library-traits.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { nameOfFile } from './module-files.ts';
import { pathFromTop } from './paths.ts';

const maxDepth = 40;

/** At most this many segments at the end of a path are considered as inline modules or enums. */
const maxInline = 3;

/** One name that a `use` tree imports. */
interface Leaf {
  /** The first name is empty where the path begins with `::`: the next one is a library, whatever the file declares. */
  path: string[];
  /** The node of the last segment. */
  node: SyntaxNode;
  alias: string | null;
  isGlob: boolean;
}

function pathNames(c: Collector, node: SyntaxNode, depth: number): string[] {
  if (codeOf(node) !== codes.scopedIdentifier || depth > maxDepth) return [nameText(c, node)];
  const names = partsOf(node).flatMap((part) => pathNames(c, part, depth + 1));
  return names.length === 1 ? ['', ...names] : names;
}

/** All names that a `use` tree imports. */
function leavesOf(c: Collector, node: SyntaxNode, prefix: readonly string[], depth: number): Leaf[] {
  if (depth > maxDepth) return [];
  const parts = partsOf(node);
  switch (codeOf(node)) {
    case codes.useList:
      return parts.flatMap((part) => leavesOf(c, part, prefix, depth + 1));
    case codes.scopedUseList: {
      const list = parts.at(-1);
      const names = parts.length > 1 ? pathNames(c, parts[0]!, 0) : [];
      return list === undefined ? [] : leavesOf(c, list, [...prefix, ...names], depth + 1);
    }
    case codes.useWildcard: {
      const names = parts[0] === undefined ? [] : pathNames(c, parts[0], 0);
      return [{ path: [...prefix, ...names], node, alias: null, isGlob: true }];
    }
    case codes.useAs: {
      const [path, alias] = parts;
      if (path === undefined || alias === undefined) return [];
      const [leaf] = leavesOf(c, path, prefix, depth + 1);
      return leaf === undefined ? [] : [{ ...leaf, alias: nameText(c, alias) }];
    }
    default: {
      const names = pathNames(c, node, 0);
      // In `a::b::{self}`, `self` means `a::b`.
      const path = names.length === 1 && names[0] === 'self' && prefix.length > 0 ? [...prefix] : [...prefix, ...names];
      const last = codeOf(node) === codes.scopedIdentifier ? (parts.at(-1) ?? node) : node;
      return [{ path, node: last, alias: null, isGlob: false }];
    }
  }
}

/** Declares the names of a `use_declaration` in the current scope. */
export function declareUse(c: Collector, node: SyntaxNode, isOptional: boolean): void {
  const parts = partsOf(node);
  const argument = parts.find((part) => codeOf(part) !== codes.visibility);
  if (argument === undefined) return;
  const kind = parts.some((part) => codeOf(part) === codes.visibility) ? siteKinds.reexport : siteKinds.import;
  for (const leaf of leavesOf(c, argument, [], 0)) {
    if (leaf.path.includes('', 1)) continue;
    if (leaf.isGlob) declareGlob(c, leaf, { isOptional, isPublic: kind === siteKinds.reexport });
    else declareLeaf(c, leaf, kind);
  }
}

/** `use a::b::*`. */
function declareGlob(
  c: Collector,
  { path, node }: Leaf,
  { isOptional, isPublic }: { isOptional: boolean; isPublic: boolean },
): void {
  const { writer } = c;
  const { names, scope } = pathFromTop(c, path);
  const last = path.at(-1);
  // By convention a capital letter begins the name of a type, and `use` can import everything only from an enum.
  if (last !== undefined && isCapital(last) && last !== 'Self')
    c.openedEnums = [...c.openedEnums, namedType(c, names[0] === 'self' ? names.slice(1) : names, scope, 0)];
  if (last !== undefined && isCapital(last) && last !== 'Self' && !isPublic) {
    const parents = names.slice(0, -1);
    const start = names[0] === 'self' ? 1 : 0;
    const isOfFile = parents.length === start || c.inline.has(names[start]!);
    const [module, type] = isOfFile ? ['self', names.slice(start).join('::')] : [parents.join('::'), last];
    writer.export('*', exportForms.opens, writer.module(module), writer.string(`${type}::`));
    return;
  }
  // The path means the top level of this file (`use super::*` in an inline module). The scope sees its names anyway.
  if (names.length === 1 && names[0] === 'self') return;
  const isConditional = isOptional || c.optionalModules.has(names[names[0] === 'self' ? 1 : 0] ?? '');
  // `cfgModule` as the name marks a module that only some builds have.
  const mark = isConditional && c.scope === 0 ? cfgModule : '*';
  for (const module of specifiers(c, names))
    writer.export('*', exportForms.all, writer.module(module), writer.string(mark));
  if (isPublic && c.block === null && c.modules.length > 0)
    for (const module of specifiers(c, names))
      writer.export(qualifiedName(c, '*'), exportForms.all, writer.module(module), writer.string('*'));
  if (mark === cfgModule) recordAlternative(c, { name: '*', at: node.startIndex, path: names });
}

/** The module specifiers of a path: several if `#[path]` attributes give its first module several files. */
function specifiers({ moduleFiles }: Collector, names: readonly string[]): string[] {
  const start = names[0] === 'self' ? 1 : 0;
  const files = moduleFiles.get(names[start] ?? '');
  if (files === undefined) return [names.join('::')];
  return files.map((file) => [`${pathMark}${file}`, ...names.slice(start + 1)].join('::'));
}

/**
 * Records a name of the top level or of an inline module, with the modules that it may come from. Several records of one name are
 * alternatives.
 */
function recordAlternative(
  c: Collector,
  { name, at, path }: { name: string; at: number; path: readonly string[] },
): void {
  const start = path[0] === 'self' ? 1 : 0;
  const files = c.moduleFiles.get(path[start] ?? '') ?? [];
  const modules = [...path.slice(-2), ...files.map(nameOfFile)].filter((part) => !/^(?:self|super|crate)\b/.test(part));
  c.alternatives.push({ name, at, modules: libraries.has(path[0]!) ? [] : modules });
}

/** `use a::b::C` or `use a::b::C as D`. */
function declareLeaf(c: Collector, { path: usePath, node, alias }: Leaf, siteKind: number): void {
  const { writer } = c;
  const { names } = pathFromTop(c, usePath);
  const last = names.at(-1)!;
  const local = alias ?? last;
  // `use super::x` in an inline module, where x is a name of the top level. The scope sees it anyway.
  const isVisible = c.modules.length > 0 && names.length === 2 && names[0] === 'self' && alias === null;
  // A re-export in an inline module is exported under the path of the module.
  const path =
    siteKind === siteKinds.reexport && c.block === null && c.modules.length > 0 ? qualifiedName(c, local) : null;
  if (isVisible && path !== null) writer.export(path, exportForms.local, writer.string(last), 0);
  if (local === '_' || local === 'self' || local === 'crate' || isVisible) return;
  const parents = names.slice(0, -1);
  const place = placeOf(node);
  const add = (module: readonly string[], name: string): void => {
    const entity = writer.entity({ name: local, kind: entityKinds.import, ...place, scope: c.scope });
    const from = writer.module(module.join('::'));
    writer.set(entity, entityFields.listA, from);
    writer.set(entity, entityFields.listB, writer.string(name));
    if (path !== null) writer.export(path, exportForms.from, from, writer.string(name));
  };
  c.itemNames.add(local);
  c.imported.add(local);
  if (libraries.has(names[names[0] === '' ? 1 : 0]!)) c.libraryNames.add(local);
  if (c.scope === 0 || path !== null) recordAlternative(c, { name: path ?? local, at: node.startIndex, path: names });
  const [first] = parents;
  // Of the cases below, the last one does not know which segments are files (see the head of this file).
  if (first === undefined) add(names, '*');
  else if (c.inline.has(first)) add(['self'], names.join('::'));
  else if (c.moduleFiles.has(first === 'self' ? (parents[1] ?? '') : first))
    for (const module of specifiers(c, parents)) add([module], last);
  else {
    add(parents, last);
    const minEnd = Math.max(first === '' ? 2 : 1, parents.length - maxInline);
    for (let end = parents.length - 1; end >= minEnd; end--)
      add(parents.slice(0, end), [...parents.slice(end), last].join('::'));
  }
  writer.site(siteKind, writer.name(local, c.scope), place, c.scope);
  if (c.block === null) exportName(c, local, -1);
}

/**
 * Exports a name of the top level, or an item of an inline module under its path.
 * @param entity the declared item; -1 for an import
 */
export function exportName(c: Collector, name: string, entity: number): void {
  const { writer, modules } = c;
  if (entity !== -1) writer.export(qualifiedName(c, name), exportForms.own, entity, 0);
  else if (modules.length === 0) writer.export(name, exportForms.local, writer.string(name), 0);
}

/** The path of a name inside the current inline modules. */
function qualifiedName({ modules }: Collector, name: string): string {
  return [...modules, name].join('::');
}

/**
 * `extern crate a as b;`: imports the crate, which the names of the library's crates need not.
 * @param takesMacros whether the crate's macros are known in the whole of this crate (`#[macro_use]`)
 */
export function declareCrate(c: Collector, node: SyntaxNode, takesMacros: boolean): void {
  const { writer } = c;
  const names = partsOf(node).filter((part) => codeOf(part) === codes.identifier);
  const [crate = '', alias = crate] = names.map((part) => nameText(c, part));
  if (crate === '' || libraries.has(crate)) return;
  if (takesMacros) {
    const place = placeOf(names[0]!);
    const kind = entityKinds.import;
    const used = writer.entity({ name: usedMacros, kind, flags: entityFlags.global, ...place, scope: c.scope });
    writer.set(used, entityFields.listA, writer.module(crate));
    writer.set(used, entityFields.listB, writer.string('*'));
  }
  if (alias === '_') return;
  const entity = writer.entity({ name: alias, kind: entityKinds.import, ...placeOf(names.at(-1)!), scope: c.scope });
  writer.set(entity, entityFields.listA, writer.module(crate));
  writer.set(entity, entityFields.listB, writer.string('*'));
  c.itemNames.add(alias);
  if (c.block === null) exportName(c, alias, -1);
}

/** `mod name;`: imports the module from another file. */
export function declareModuleFile(c: Collector, nameNode: SyntaxNode): void {
  const { writer } = c;
  const name = nameText(c, nameNode);
  if (name === '') return;
  const files = c.scope === 0 ? specifiers(c, ['self', name]) : [['self', ...c.modules, name].join('::')];
  for (const [at, module] of files.entries()) {
    const entity = writer.entity({ name, kind: entityKinds.import, ...placeOf(nameNode), scope: c.scope });
    writer.set(entity, entityFields.listA, writer.module(module));
    writer.set(entity, entityFields.listB, writer.string('*'));
    // Alternatives need different offsets: each of the files is one.
    if (c.scope === 0) recordAlternative(c, { name, at: nameNode.startIndex + at, path: [name] });
  }
  c.itemNames.add(name);
  if (c.block === null) exportName(c, name, -1);
}
