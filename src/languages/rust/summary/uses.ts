/**
 * `use` and `mod`. It is not known here what the segments of a path are (files, inline modules, enums). So a name is imported in
 * several ways, and the linker takes the first that the project has: as C of module `a::b`, as `b::C` of module `a`, and so on.
 * Files export the names of inline modules and variants under such paths.
 */
import type { SyntaxNode } from '../../language.ts';
import { cfgModule, entityFields, entityKinds, exportForms, pathMark, siteKinds } from '../../../model/file-summary.ts';
import { isCapital, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { nameOfFile } from './module-files.ts';
import { fromTop } from './paths.ts';

const maxDepth = 40;

/** How many inline modules and enums are considered at the end of a path. */
const maxInline = 3;

interface Leaf {
  path: string[];
  /** Node of the name or its alias. */
  node: SyntaxNode;
  alias: string | null;
  isGlob: boolean;
}

function pathNames(c: Collector, node: SyntaxNode, depth: number): string[] {
  if (codeOf(node) !== codes.scopedIdentifier || depth > maxDepth) return [nameText(c, node)];
  return partsOf(node).flatMap((part) => pathNames(c, part, depth + 1));
}

function leavesOf(c: Collector, node: SyntaxNode, prefix: readonly string[], depth: number): Leaf[] {
  if (depth > maxDepth) return [];
  const parts = partsOf(node);
  switch (codeOf(node)) {
    case codes.useList:
      return parts.flatMap((part) => leavesOf(c, part, prefix, depth + 1));
    case codes.scopedUseList: {
      const list = parts.at(-1);
      const before = parts.length > 1 ? pathNames(c, parts[0]!, 0) : [];
      return list === undefined ? [] : leavesOf(c, list, [...prefix, ...before], depth + 1);
    }
    case codes.useWildcard: {
      const before = parts[0] === undefined ? [] : pathNames(c, parts[0], 0);
      return [{ path: [...prefix, ...before], node, alias: null, isGlob: true }];
    }
    case codes.useAs: {
      const [path, alias] = parts;
      if (path === undefined || alias === undefined) return [];
      const [leaf] = leavesOf(c, path, prefix, depth + 1);
      return leaf === undefined ? [] : [{ ...leaf, alias: nameText(c, alias) }];
    }
    default: {
      const own = pathNames(c, node, 0);
      // `{self}` names the path before the braces.
      const path = own.length === 1 && own[0] === 'self' && prefix.length > 0 ? [...prefix] : [...prefix, ...own];
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
    if (leaf.path.includes('')) continue;
    if (leaf.isGlob) declareGlob(c, leaf, { isOptional, isPublic: kind === siteKinds.reexport });
    else declareLeaf(c, leaf, kind);
  }
}

function declareGlob(
  c: Collector,
  { path, node }: Leaf,
  { isOptional, isPublic }: { isOptional: boolean; isPublic: boolean },
): void {
  const { writer } = c;
  const { names, scope } = fromTop(c, path);
  const last = path.at(-1);
  if (last !== undefined && isCapital(last) && last !== 'Self')
    c.openedEnums = [...c.openedEnums, namedType(c, names, scope, 0)];
  // An inline module sees surrounding names by its scope.
  if (names.length === 1 && names[0] === 'self') return;
  const isOfSome = isOptional || c.optionalModules.has(names[names[0] === 'self' ? 1 : 0] ?? '');
  const mark = isOfSome && c.scope === 0 ? cfgModule : '*';
  for (const module of specifiers(c, names))
    writer.export('*', exportForms.all, writer.module(module), writer.string(mark));
  if (isPublic && c.block === null && c.modules.length > 0)
    for (const module of specifiers(c, names))
      writer.export(pathOf(c, '*'), exportForms.all, writer.module(module), writer.string('*'));
  if (mark === cfgModule) noteAlternative(c, { name: '*', at: node.startIndex, path: names });
}

/** The module specifiers of a path, with the files that attributes give to modules. */
function specifiers({ moduleFiles }: Collector, names: readonly string[]): string[] {
  const own = names[0] === 'self' ? 1 : 0;
  const files = moduleFiles.get(names[own] ?? '');
  if (files === undefined) return [names.join('::')];
  return files.map((file) => [`${pathMark}${file}`, ...names.slice(own + 1)].join('::'));
}

/**
 * Records a name of the top level or of an inline module, with the modules that it may come from. Several records of one name are
 * alternatives.
 */
function noteAlternative(
  c: Collector,
  { name, at, path }: { name: string; at: number; path: readonly string[] },
): void {
  const own = path[0] === 'self' ? 1 : 0;
  const files = c.moduleFiles.get(path[own] ?? '') ?? [];
  const modules = [...path.slice(-2), ...files.map(nameOfFile)].filter((part) => !/^(?:self|super|crate)\b/.test(part));
  c.alternatives.push({ name, at, modules: libraries.has(path[0]!) ? [] : modules });
}

const libraries: ReadonlySet<string> = new Set(['std', 'core', 'alloc']);

function declareLeaf(c: Collector, { path: written, node, alias }: Leaf, siteKind: number): void {
  const { writer } = c;
  const { names } = fromTop(c, written);
  const last = names.at(-1)!;
  const local = alias ?? last;
  // `use super::x` in an inline module: its scope sees `x` anyway.
  const isSeen = c.modules.length > 0 && names.length === 2 && names[0] === 'self' && alias === null;
  // A re-export of an inline module is found under the module's path.
  const path = siteKind === siteKinds.reexport && c.block === null && c.modules.length > 0 ? pathOf(c, local) : null;
  if (isSeen && path !== null) writer.export(path, exportForms.local, writer.string(last), 0);
  if (local === '_' || local === 'self' || local === 'crate' || isSeen) return;
  const before = names.slice(0, -1);
  const place = placeOf(node);
  const add = (module: readonly string[], name: string): void => {
    const entity = writer.entity({ name: local, kind: entityKinds.import, ...place, scope: c.scope });
    const from = writer.module(module.join('::'));
    writer.set(entity, entityFields.listA, from);
    writer.set(entity, entityFields.listB, writer.string(name));
    if (path !== null) writer.export(path, exportForms.from, from, writer.string(name));
  };
  c.itemNames.add(local);
  if (c.scope === 0 || path !== null) noteAlternative(c, { name: path ?? local, at: node.startIndex, path: names });
  const [first] = before;
  if (first === undefined) add(names, '*');
  else if (c.inline.has(first)) add(['self'], names.join('::'));
  else if (c.moduleFiles.has(first === 'self' ? (before[1] ?? '') : first))
    for (const module of specifiers(c, before)) add([module], last);
  else {
    add(before, last);
    const least = Math.max(1, before.length - maxInline);
    for (let end = before.length - 1; end >= least; end--)
      add(before.slice(0, end), [...before.slice(end), last].join('::'));
  }
  writer.site(siteKind, writer.name(local, c.scope), place, c.scope);
  if (c.block === null) exportName(c, local, -1);
}

/** Exports a name of the top level, or a name of an inline module under its path. */
export function exportName(c: Collector, name: string, entity: number): void {
  const { writer, modules } = c;
  if (entity !== -1) writer.export(pathOf(c, name), exportForms.own, entity, 0);
  else if (modules.length === 0) writer.export(name, exportForms.local, writer.string(name), 0);
}

function pathOf({ modules }: Collector, name: string): string {
  return [...modules, name].join('::');
}

/** `mod name;`: another file. */
export function declareModuleFile(c: Collector, nameNode: SyntaxNode): void {
  const { writer } = c;
  const name = nameText(c, nameNode);
  if (name === '') return;
  const files = c.scope === 0 ? specifiers(c, ['self', name]) : [['self', ...c.modules, name].join('::')];
  for (const [at, module] of files.entries()) {
    const entity = writer.entity({ name, kind: entityKinds.import, ...placeOf(nameNode), scope: c.scope });
    writer.set(entity, entityFields.listA, writer.module(module));
    writer.set(entity, entityFields.listB, writer.string('*'));
    if (c.scope === 0) noteAlternative(c, { name, at: nameNode.startIndex + at, path: [name] });
  }
  c.itemNames.add(name);
  if (c.block === null) exportName(c, name, -1);
}
