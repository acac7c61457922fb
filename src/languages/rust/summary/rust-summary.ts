/**
 * Makes the file summary of a Rust file in one walk over its syntax tree. The declarations of each module and block are collected
 * before its other contents.
 * How Rust maps to the summary, where that is not obvious:
 * - A file is a module. Inline modules are namespaces, whose scopes see the surrounding names. A file exports their names as
 *   `m::name`, and variants as `Enum::Variant`. The unit is the crate, derived from the path; the linker uses the unit
 *   only to find the impls of a type.
 * - A struct, union or enum is a class, a trait an interface. Members of an impl belong to its type. If another module declares the type,
 *   they belong to a stub: a class with the flag `extension`, whose members the linker adds to the type. The type implements the trait of
 *   the impl, so that default methods are found.
 * - Fields and methods have separate names: a member node with a dot before the name (`.name`) means a field.
 * - No member is static: `T::f` is a member of T's values. A variant is a property of its enum's type.
 * - References, pointers, `impl` and `dyn` are not distinguished from the type that they refer to. The values inside `Option` and `Result` are
 *   awaited values, which `?` and `Some(x)` unwrap. `.await` changes nothing.
 * - Local variables are looked up during the walk, because each `let` hides earlier variables with its names.
 * - Macros are opaque, except for arguments that look like items or expressions (`item-macros.ts`, `argument-macros.ts`).
 * - Where builds choose between several files for one module name, each file is an import. The file that declares the module also
 *   declares these alternatives for the whole program (`module-files.ts`).
 * Invariant: never throws for a file's content; nodes that are nested too deeply are left out.
 */
import { crateUnit } from '../crate-unit.ts';
import { boundedVisit } from '../../collecting.ts';
import type { MadeExpression, SummaryTree, SyntaxNode } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityKinds, type FileSummary } from '../../../model/file-summary.ts';
import { setPlaces, type Collector } from './collector.ts';
import { hoistItems, visitItems } from './items.ts';
import { declareAlternatives, declaredModules, writeModuleStrings } from './module-files.ts';
import { forgetNodes, partsOf, startNodes } from './node-codes.ts';
import { typeOf, writeBounds } from './types.ts';
import { visitAttributes } from './tokens.ts';
import { libraries } from './library-traits.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 500);

export interface RustFile {
  /** Relative to the project, '/'-separated. */
  path: string;
  /** The source text of the tree. */
  text: string;
  root: SyntaxNode;
  /** Places of the file's definitions (1-based), in order. */
  definitions: readonly { line: number; column: number }[];
  /** The items that macros of the file make. */
  expanded?: SummaryTree['expanded'];
}

/** @param everySite also record sites of names that only their own function can see */
export function collectRustSummary(
  { path, text, root, definitions, expanded = null }: RustFile,
  { everySite }: { everySite: boolean } = { everySite: false },
): FileSummary {
  startNodes(text);
  setPlaces(null);
  const writer = new SummaryWriter();
  writer.unit = crateUnit(path);
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    itemScope: 0,
    block: null,
    depth: 0,
    modules: [],
    selfType: 0,
    declared: new Map(),
    types: new Map(),
    typeParameters: new Map(),
    bounds: new Map(),
    heritage: new Map(),
    inline: inlineNames(root),
    ...declaredModules(text, root),
    alternatives: [],
    roots: new Set(),
    itemNames: new Set(),
    imported: new Set(),
    derived: new Map(),
    libraryNames: new Set(libraries),
    expectedType: 0,
    resultType: 0,
    resultError: 0,
    openedEnums: [],
    primitiveNodes: new Map(),
    everySite,
    expandedCalls: expanded?.expansion.calls ?? new Set(),
    expandedMacros: expanded?.expansion.macros ?? new Set(),
    templates: expanded?.expansion.templates ?? new Map(),
    isTemplate: false,
    visitTemplate: () => null,
    visitMade: () => null,
    visit: (node) => visit(collector, node),
    typeOf: (node, site) => typeOf(collector, node, site),
  };
  if (expanded === null) visitItems(collector, partsOf(root));
  else visitExpanded(collector, partsOf(root), expanded);
  if (text.includes('#[') || text.includes('#![')) visitAttributes(collector, root);
  for (const [entity, pairs] of collector.heritage) writer.set(entity, entityFields.listA, writer.list(pairs));
  writeBounds(collector);
  importCrates(collector);
  declareAlternatives(collector);
  writeModuleStrings(collector, path, writer.unit.slice('rust:'.length));
  forgetNodes();
  return writer.finish(definitions);
}

/** Visits the items of a file, and those that its macros make, which see each other. */
function visitExpanded(
  c: Collector,
  items: readonly SyntaxNode[],
  { expansion, root }: NonNullable<SummaryTree['expanded']>,
): void {
  const { source } = c;
  const declaredByMacros = new Map<number, number>();
  const inExpansion = <T>(work: () => T): T => {
    const { declared, expandedCalls, templates, visitMade } = c;
    startNodes(expansion.text);
    setPlaces((line, column) => expansion.placeOf(line, column));
    Object.assign(c, { source: expansion.text, declared: declaredByMacros });
    c.expandedCalls = new Set();
    c.templates = new Map();
    c.visitMade = () => null;
    const result = work();
    Object.assign(c, { source, declared, expandedCalls, templates, visitMade });
    setPlaces(null);
    startNodes(source);
    return result;
  };
  const templates = [...expansion.templates.values()].flat();
  const starts = new Set([...expansion.expressions.values(), ...templates].map(({ at }) => at));
  const all = inExpansion(() => partsOf(root));
  const made = all.filter((node) => !starts.has(node.startIndex));
  const constants = new Map(all.map((node) => [node.startIndex, node]));
  const valueAt = (at: number): SyntaxNode | null => {
    const value = constants.get(at)?.childForFieldName('value') ?? null;
    return value === null || value.hasError ? null : value;
  };
  c.visitMade = (call) => {
    const expression = expansion.expressions.get(call.startIndex);
    const value = expression === undefined ? null : valueAt(expression.at);
    if (expression === undefined || value === null) return null;
    return c.writer.withSitesAt(sitesWithin(expression), () => inExpansion(() => c.visit(value)));
  };
  c.visitTemplate = ({ at }, declare) => {
    const value = valueAt(at);
    if (value === null) return null;
    return inExpansion(() => {
      declare();
      return c.visit(value);
    });
  };
  hoistItems(c, items);
  inExpansion(() => hoistItems(c, made));
  for (const node of items) c.visit(node);
  inExpansion(() => {
    for (const node of made) c.visit(node);
  });
}

/** Accepts each site in the macro call once: what stands in the macro's rules is the macro's, and a rule may repeat an argument. */
function sitesWithin({ from, to }: MadeExpression): (kind: number, line: number, column: number) => boolean {
  const seen = new Set<string>();
  return (kind, line, column) => {
    const isBefore = line < from.line || (line === from.line && column < from.column);
    const isBehind = line > to.line || (line === to.line && column >= to.column);
    const key = `${kind} ${line}:${column}`;
    if (isBefore || isBehind || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

/** Names of the inline modules and enums at the top level; a `use` of them imports from the file itself. */
function inlineNames(root: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (const item of partsOf(root)) {
    const isModule = item.type === 'mod_item' && item.childForFieldName('body') !== null;
    const name = isModule || item.type === 'enum_item' ? item.childForFieldName('name')?.text : undefined;
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Declares an import for each first name of a path that the file does not declare: Rust code can name a crate without `use`. */
function importCrates({ writer, roots, itemNames }: Collector): void {
  for (const name of roots) {
    if (itemNames.has(name)) continue;
    const entity = writer.entity({ name, kind: entityKinds.import, line: 1, column: 1, scope: 0 });
    writer.set(entity, entityFields.listA, writer.module(name));
    writer.set(entity, entityFields.listB, writer.string('*'));
  }
}
