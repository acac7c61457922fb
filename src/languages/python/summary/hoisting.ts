/**
 * Collects the names that a scope binds, before its statements are visited. Only statements and targets are walked, no expressions.
 * Functions, classes and imports become entities in source order, variables after them. So the name `x` means the import after
 * `try: import x` with `except: x = None`.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { declareVariable, nameText, placeNow, type Collector } from './collector.ts';
import { type Binding, bindingFrame, bindingOf, type Frame } from './frames.ts';
import { builtinModules } from '../builtin-modules.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** Limit of nested statements and targets. */
const maxDepth = 300;

/** Limit of parent packages that are recorded for an imported module. */
const maxModuleLevels = 30;

/** The state of the walk over one scope. */
interface Hoist {
  c: Collector;
  frame: Frame;
  /** Names of variables in order of binding, with repetitions, and their nodes. */
  names: string[];
  nodes: SyntaxNode[];
  /** End of the current assignment, from which its names are bound. */
  assignmentEnd: number;
  depth: number;
}

/** Declares the names that the statements of `block` bind in `frame`. */
export function hoist(c: Collector, frame: Frame, block: SyntaxNode): void {
  const h: Hoist = { c, frame, names: [], nodes: [], assignmentEnd: 0, depth: 0 };
  hoistStatements(h, block);
  const { names, nodes } = h;
  frame.rebinds ||= new Set(names).size < names.length;
  for (let at = 0; at < names.length; at++) declareVariable(c, bindingFrame(frame, names[at]!), names[at]!, nodes[at]!);
}

function hoistStatements(h: Hoist, node: SyntaxNode): void {
  if (h.depth > maxDepth) return;
  h.depth++;
  const parts = partsOf(node);
  for (let at = 0; at < parts.length; at++) hoistStatement(h, parts[at]!);
  h.depth--;
}

function hoistStatement(h: Hoist, node: SyntaxNode): void {
  switch (codeOf(node)) {
    case codes.expression_statement:
    case codes.block:
    case codes.if_statement:
    case codes.elif_clause:
    case codes.else_clause:
    case codes.while_statement:
    case codes.try_statement:
    case codes.finally_clause:
    case codes.with_statement:
    case codes.with_clause:
    case codes.match_statement:
    case codes.ERROR:
      hoistStatements(h, node);
      return;
    case codes.except_clause:
    case codes.except_group_clause:
    case codes.with_item:
      hoistAliases(h, node);
      return;
    case codes.assignment:
    case codes.augmented_assignment:
      h.assignmentEnd = node.endIndex;
      hoistAssignment(h, node);
      return;
    case codes.for_statement: {
      const left = node.childForFieldName('left');
      if (left !== null) hoistTarget(h, left);
      hoistStatements(h, node);
      return;
    }
    case codes.case_clause:
      for (const child of partsOf(node)) {
        if (codeOf(child) === codes.case_pattern) hoistPattern(h, child);
        else hoistStatement(h, child);
      }
      return;
    case codes.function_definition:
      hoistDefinition(h, node, false);
      return;
    case codes.class_definition:
      hoistDefinition(h, node, true);
      return;
    case codes.decorated_definition:
      for (const child of partsOf(node)) if (codeOf(child) !== codes.decorator) hoistStatement(h, child);
      return;
    case codes.import_statement:
    case codes.import_from_statement:
      hoistImport(h, node);
      return;
    case codes.type_alias_statement:
      hoistTypeAlias(h, node);
      return;
    case codes.global_statement:
      h.frame.globals = namesOf(h, node, h.frame.globals);
      return;
    case codes.nonlocal_statement:
      h.frame.nonlocals = namesOf(h, node, h.frame.nonlocals);
  }
}

/** Adds the names of a `global` or `nonlocal` statement to those of earlier ones. */
function namesOf(h: Hoist, node: SyntaxNode, declared: Set<string> | null): Set<string> {
  const names = declared ?? new Set<string>();
  for (const child of partsOf(node)) names.add(nameText(h.c, child));
  return names;
}

function hoistAliases(h: Hoist, node: SyntaxNode): void {
  for (const child of partsOf(node)) {
    const code = codeOf(child);
    if (code === codes.as_pattern) {
      const target = partsOf(child).at(-1);
      if (target !== undefined && codeOf(target) === codes.as_pattern_target) hoistTarget(h, target);
    } else if (code === codes.block) {
      hoistStatements(h, child);
    }
  }
}

function hoistAssignment(h: Hoist, node: SyntaxNode): void {
  const parts = partsOf(node);
  const isUpdate = codeOf(node) === codes.augmented_assignment;
  if (parts[0] !== undefined && !(isUpdate && isParameter(h, parts[0]))) hoistTarget(h, parts[0]);
  const last = parts.length > 1 ? parts[parts.length - 1] : undefined;
  if (last === undefined) return;
  const code = codeOf(last);
  if ((code === codes.assignment || code === codes.augmented_assignment) && h.depth < maxDepth) {
    h.depth++;
    hoistAssignment(h, last);
    h.depth--;
  }
}

/** Whether a target is a parameter: `self |= x` updates the object in place, so the parameter keeps its meaning. */
function isParameter({ c, frame }: Hoist, node: SyntaxNode): boolean {
  return codeOf(node) === codes.identifier && frame.names.get(nameText(c, node))?.isParameter === true;
}

function hoistTarget(h: Hoist, node: SyntaxNode): void {
  const code = codeOf(node);
  if (code === codes.identifier) {
    hoistVariable(h, node);
  } else if (isUnpackingTarget(code) && h.depth < maxDepth) {
    h.depth++;
    for (const child of partsOf(node)) hoistTarget(h, child);
    h.depth--;
  }
}

/** Whether a node type is a target that contains other targets. */
export function isUnpackingTarget(code: number): boolean {
  switch (code) {
    case codes.pattern_list:
    case codes.tuple_pattern:
    case codes.list_pattern:
    case codes.list_splat_pattern:
    case codes.as_pattern_target:
    case codes.tuple:
    case codes.list:
    case codes.expression_list:
    case codes.list_splat:
    case codes.parenthesized_expression:
      return true;
    default:
      return false;
  }
}

function hoistVariable(h: Hoist, node: SyntaxNode): void {
  const name = nameText(h.c, node);
  if (name === '') return;
  const binding = h.frame.names.get(name);
  // A parameter that is assigned again may have any value.
  if (binding?.isParameter === true) {
    h.frame.rebinds = true;
    binding.receiver = 0;
    return;
  }
  h.names.push(name);
  h.nodes.push(node);
  if (h.frame.kind === 'class') setVisibleFrom(bindingOf(h.frame, name), Math.max(node.endIndex, h.assignmentEnd));
}

/** Records the end of a declaration in a class. From the earliest one on, the name is visible. */
function setVisibleFrom(binding: Binding, end: number): void {
  binding.visibleFrom = binding.visibleFrom === 0 ? end : Math.min(binding.visibleFrom, end);
}

/** Declares the names that a `case` binds: a single name, `*rest`, `… as name`. */
function hoistPattern(h: Hoist, node: SyntaxNode): void {
  if (h.depth > maxDepth) return;
  h.depth++;
  for (const child of partsOf(node)) {
    const code = codeOf(child);
    if (code === codes.dotted_name) {
      const parts = partsOf(child);
      if (parts.length === 1) hoistVariable(h, parts[0]!);
    } else if (code === codes.class_pattern || code === codes.keyword_pattern) {
      hoistPatternParts(h, child);
    } else if (code === codes.identifier) {
      hoistVariable(h, child);
    } else {
      hoistPattern(h, child);
    }
  }
  h.depth--;
}

/** The parts of a class or keyword pattern, except the first: it names the class or keyword and binds nothing. */
function hoistPatternParts(h: Hoist, node: SyntaxNode): void {
  for (const child of partsOf(node).slice(1)) {
    const code = codeOf(child);
    if (code === codes.dotted_name) {
      const parts = partsOf(child);
      if (parts.length === 1) hoistVariable(h, parts[0]!);
    } else if (code === codes.class_pattern) hoistPatternParts(h, child);
    else hoistPattern(h, child);
  }
}

function hoistDefinition(h: Hoist, node: SyntaxNode, isClass: boolean): void {
  const { c, frame } = h;
  const nameNode = nameNodeOf(node);
  const name = nameNode === null ? '' : nameText(c, nameNode);
  if (nameNode === null || name === '') return;
  const owner = bindingFrame(frame, name);
  const isMember = owner.kind === 'class';
  const kind = isClass ? entityKinds.class : isMember ? entityKinds.method : entityKinds.function;
  const entity = c.writer.declare(name, kind, placeNow(nameNode), owner.scope);
  const flags = (isClass ? entityFlags.implemented : 0) | (h.depth > 1 ? entityFlags.branch : 0);
  if (flags !== 0) c.writer.set(entity, entityFields.flags, flags);
  if (isMember) c.writer.set(entity, entityFields.parent, owner.entity);
  const binding = bindingOf(owner, name);
  binding.declared.push(entity);
  if (isMember) setVisibleFrom(binding, node.endIndex);
  if (h.depth === 1) binding.unconditional = entity;
  c.declared.set(node.startIndex, entity);
}

/** The name of a function or class: nearly always the first part, otherwise found by its field. */
function nameNodeOf(node: SyntaxNode): SyntaxNode | null {
  const first = partsOf(node)[0];
  return first !== undefined && codeOf(first) === codes.identifier ? first : node.childForFieldName('name');
}

function hoistTypeAlias(h: Hoist, node: SyntaxNode): void {
  let left = partsOf(node)[0];
  while (left !== undefined && (codeOf(left) === codes.type || codeOf(left) === codes.generic_type))
    left = partsOf(left)[0];
  if (left === undefined || codeOf(left) !== codes.identifier) return;
  const { c, frame } = h;
  const name = nameText(c, left);
  const entity = c.writer.declare(name, entityKinds.typeAlias, placeNow(left), frame.scope);
  if (frame.kind === 'class') c.writer.set(entity, entityFields.parent, frame.entity);
  bindingOf(frame, name).declared.push(entity);
  c.declared.set(node.startIndex, entity);
}

function hoistImport(h: Hoist, node: SyntaxNode): void {
  const { c } = h;
  const parts = partsOf(node);
  const isFrom = codeOf(node) === codes.import_from_statement;
  const module = isFrom && parts[0] !== undefined ? dottedText(c, parts[0]) : null;
  if (module === '') return;
  for (let at = isFrom ? 1 : 0; at < parts.length; at++) {
    const part = parts[at]!;
    const aliased = codeOf(part) === codes.aliased_import ? partsOf(part) : null;
    const dotted = aliased === null ? part : aliased[0];
    if (h.depth > 1 && codeOf(part) === codes.wildcard_import) c.starsInBranches.add(node.startIndex);
    const alias = aliased === null ? undefined : aliased.at(-1);
    if (dotted === undefined || codeOf(dotted) !== codes.dotted_name) continue;
    const first = partsOf(dotted)[0];
    const path = dottedText(c, dotted);
    if (first === undefined || path === '') continue;
    if (module !== null) {
      declareImport(h, alias ?? dotted, { module, imported: path, key: dotted.startIndex });
    } else if (alias !== undefined) {
      declareImport(h, alias, { module: path, imported: '*', key: dotted.startIndex });
    } else {
      // `import a.b.c` binds `a` and makes its submodules available.
      let dot = path.indexOf('.');
      for (let level = 0; dot !== -1 && level < maxModuleLevels; level++) {
        c.writer.module(path.slice(0, dot));
        if (level > 0) c.dottedImports.add(path.slice(0, dot));
        dot = path.indexOf('.', dot + 1);
      }
      c.writer.module(path);
      if (path.includes('.')) c.dottedImports.add(path);
      declareImport(h, first, { module: path.split('.', 1)[0]!, imported: '*', key: dotted.startIndex });
    }
  }
}

/**
 * @param imported the name in the module; `*` for the module itself
 * @param key offset at which `Collector.declared` finds the entity
 */
function declareImport(
  h: Hoist,
  nameNode: SyntaxNode,
  { module, imported, key }: { module: string; imported: string; key: number },
): void {
  const { c, frame } = h;
  const name = nameText(c, nameNode);
  if (name === '') return;
  const owner = bindingFrame(frame, name);
  const entity = c.writer.declare(name, entityKinds.import, placeNow(nameNode), owner.scope);
  if (owner.kind === 'class') c.writer.set(entity, entityFields.parent, owner.entity);
  if (h.depth > 1) c.writer.set(entity, entityFields.flags, entityFlags.branch);
  c.writer.set(entity, entityFields.listA, c.writer.module(module));
  c.writer.set(entity, entityFields.listB, c.writer.string(imported));
  c.importedFrom.set(entity, module);
  if (imported !== '*') c.writer.set(entity, entityFields.value, submoduleNode(c, module, imported));
  const binding = bindingOf(owner, name);
  binding.declared.push(entity);
  if (owner.kind === 'class') setVisibleFrom(binding, nameNode.endIndex);
  c.declared.set(key, entity);
}

/** The submodule that `from module import name` means if the module binds no such name; 0 for modules of the standard library. */
function submoduleNode({ writer }: Collector, module: string, name: string): number {
  if (builtinModules.has(module)) return 0;
  return writer.node(ops.module, writer.module(module.endsWith('.') ? `${module}${name}` : `${module}.${name}`));
}

const blank = /[\s\\]/;

/** The text of `a.b.c` or `..a.b`, without blanks. */
export function dottedText({ source }: Collector, node: SyntaxNode): string {
  const code = codeOf(node);
  if (code !== codes.dotted_name && code !== codes.relative_import) return '';
  const text = source.slice(node.startIndex, node.endIndex);
  return blank.test(text) ? text.replace(/[\s\\]+/g, '') : text;
}
