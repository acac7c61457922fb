/**
 * Macros that the program defines. They have a namespace of their own: in the summary their names end with `!` (`square!`), with the
 * path if a call has one (`util::square!`). The caller of calls in a macro's rules is the macro.
 */
import type { RuleTemplate, SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { typeVariable } from '../macro-rules.ts';
import { declareLocal, inBlock, isCapital, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { declareMacroValue } from './macro-values.ts';
import { segmentsOf } from './paths.ts';

const macroRuleCode = code('macro_rule');
const tokenTreeCode = code('token_tree');
const tokenRepetitionCode = code('token_repetition');
/** Limit of nested token trees. */
const maxTrees = 100;

/** Whether one of the attributes before an offset is `#[macro_export]`. Comments may stand between them. */
function isExported(source: string, offset: number): boolean {
  let before = source.slice(Math.max(0, offset - 300), offset).trimEnd();
  while (!/#\[[^\]]*\bmacro_export\b[^\n]*\]\s*(?:\/\/[^\n]*)?$/.test(before)) {
    const line = before.slice(before.lastIndexOf('\n') + 1);
    if (!/^\s*(?:#\[.*\]\s*(?:\/\/.*)?$|\/\/)/.test(line)) return false;
    before = before.slice(0, before.length - line.length).trimEnd();
  }
  return true;
}

/** `macro_rules! name { … }` becomes a function of the file. */
export function visitMacroDefinition(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = partsOf(node).find((part) => codeOf(part) === codes.identifier);
  if (nameNode === undefined) return 0;
  // A macro of an inline module or a block is visible only there, unless it is exported.
  const isInner = c.modules.length > 0 || c.block !== null;
  const isGlobal = !isInner || isExported(c.source, node.startIndex);
  const flags = entityFlags.implemented | (isGlobal ? entityFlags.global : 0);
  const name = `${nameText(c, nameNode)}!`;
  const entity = writer.entity({ name, kind: entityKinds.function, flags, ...placeOf(nameNode), scope: c.itemScope });
  const { scope } = c;
  c.scope = writer.scope(c.itemScope, scopeKinds.function, entity);
  writer.set(entity, entityFields.ownScope, c.scope);
  const rules = partsOf(node).filter((part) => codeOf(part) === macroRuleCode);
  declareMacroValue(c, entity, rules);
  // The items that an expanded macro makes have the calls in its rules.
  if (!c.expandedMacros.has(nameText(c, nameNode))) visitRules(c, entity, { rules, start: node.startIndex });
  c.scope = scope;
  return 0;
}

/**
 * Visits the rules of a macro: as code where they can be read as code, else token by token. The value of a macro is that of its rules, in which its
 * parameters stand for the arguments of a call.
 * @param start the offset of the macro
 */
function visitRules(
  c: Collector,
  entity: number,
  { rules, start }: { rules: readonly SyntaxNode[]; start: number },
): void {
  const { writer } = c;
  const found = c.templates.get(start) ?? [];
  const templates = found.length === rules.length ? found : [];
  const parameters: number[] = [];
  const values: number[] = [];
  for (const [at, rule] of rules.entries()) {
    const template = templates[at];
    const value = template === undefined ? null : visitTemplate(c, template, { entity, rule, parameters });
    if (value !== null && template!.isList) values.push(value);
    const expansion = partsOf(rule).at(-1);
    if (value === null && expansion !== undefined && codeOf(expansion) === tokenTreeCode) visitRule(c, expansion, 0);
  }
  if (writer.get(entity, entityFields.type) !== 0 || values.every((value) => value === 0)) return;
  writer.set(entity, entityFields.listA, writer.list(parameters));
  writer.set(entity, entityFields.value, writer.either(values));
}

/**
 * Visits a rule as code; null where it cannot be read so. Its variables become parameters of the macro, and type parameters where they stand for types.
 * @param parameters those of the rules before it, which share parameters by position
 */
function visitTemplate(
  c: Collector,
  template: RuleTemplate,
  { entity, rule, parameters }: { entity: number; rule: SyntaxNode; parameters: number[] },
): number | null {
  const { writer, itemNames, isTemplate, resultType, resultError } = c;
  const place = { ...placeOf(rule), scope: c.scope };
  const declare = (): void => {
    let position = 0;
    for (const name of template.variables.keys()) {
      const kind = entityKinds.parameter;
      const parameter = parameters[position] ?? writer.entity({ name, kind, ...place, parent: entity });
      if (template.isList) parameters[position++] = parameter;
      const typeName = `${typeVariable}${name}`;
      writer.entity({ name: typeName, kind: entityKinds.typeParameter, ...place });
      const type = namedType(c, [typeName], c.scope, 0);
      const local = { entity: parameter, node: writer.entityNode(parameter), type };
      declareLocal(c, name, local);
      declareLocal(c, typeName, local);
    }
  };
  // What the rule declares is no item of the file.
  c.itemNames = new Set(itemNames);
  Object.assign(c, { isTemplate: true, resultType: 0, resultError: 0 });
  const value = inBlock(c, () => c.visitTemplate(template, declare));
  for (const name of c.itemNames) if (/^(?:crate|self|super)\b/.test(name)) itemNames.add(name);
  Object.assign(c, { itemNames, isTemplate, resultType, resultError });
  return value;
}

function visitRule(c: Collector, tree: SyntaxNode, depth: number): void {
  if (depth > maxTrees) return;
  for (const part of partsOf(tree)) {
    if (codeOf(part) === tokenTreeCode || codeOf(part) === tokenRepetitionCode) visitRule(c, part, depth + 1);
    else if (codeOf(part) === codes.identifier && !writeMacroSite(c, part)) writeCallSite(c, part);
  }
}

/**
 * Writes the site of a call in a macro rule. A name that the file declares is looked up. Of methods, paths and names from elsewhere, only the
 * name is known.
 */
function writeCallSite({ source, writer, scope, itemScope, itemNames }: Collector, node: SyntaxNode): void {
  if (source[node.endIndex] !== '(') return;
  const name = source.slice(node.startIndex, node.endIndex);
  const isOfFile = !/[.:]/.test(source[node.startIndex - 1] ?? '') && itemNames.has(name);
  const callee = isOfFile ? writer.name(name, itemScope) : writer.node(ops.member, 0, writer.string(name));
  writer.site(isOfFile && isCapital(name) ? siteKinds.construct : siteKinds.call, callee, placeOf(node), scope);
}

/** Writes the site of a macro call if one begins at this token; returns whether it does. */
export function writeMacroSite(c: Collector, node: SyntaxNode): boolean {
  const { source, writer } = c;
  if (source[node.endIndex] !== '!' || !/[([{ ]/.test(source[node.endIndex + 1] ?? '')) return false;
  const path = /(?:\$?\w+\s*::\s*)*$/.exec(source.slice(Math.max(0, node.startIndex - 100), node.startIndex))![0];
  const name = writer.name(`${path.replace(/[\s$]+/g, '')}${nameText(c, node)}!`, c.itemScope);
  writer.site(siteKinds.call, name, placeOf(node), c.scope);
  return true;
}

/** Writes the site of a macro call `a::name!(…)`; returns the node of its name. */
export function writeInvocationSite(c: Collector, node: SyntaxNode): number {
  const pathNode = partsOf(node)[0];
  const segments = pathNode === undefined ? null : segmentsOf(c, pathNode);
  const last = segments?.at(-1);
  if (segments === null || last === undefined) return 0;
  const [first] = segments;
  if (segments.length > 1) c.roots.add(first!.name);
  const name = c.writer.name(`${segments.map((segment) => segment.name).join('::')}!`, c.itemScope);
  c.writer.site(siteKinds.call, name, placeOf(last.node), c.scope);
  return name;
}
