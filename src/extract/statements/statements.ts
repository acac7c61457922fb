/**
 * The outline of a function's body: branches, loops, calls, clean-up, results and errors, nested, with their lines. Grammars name their nodes much alike
 * (`if_statement`, `if_expression`), so one table of names serves all languages with a grammar.
 * Invariant: never throws because of a tree; what the table does not know is left out, but not what it contains.
 */
import type { SyntaxNode } from '../../languages/language.ts';
import type { OutlineStep } from '../../model/code-questions.ts';
import { fold } from '../text.ts';

/** The maximum length of a step's text (characters). */
const maxText = 100;
/** Deeper levels of the tree are left out: only generated code has them. */
const maxTreeDepth = 600;

/** What a step is, by the type of its node. The first that matches counts. */
const steps: readonly [type: RegExp, kind: string][] = [
  [/^(?:if|if_let|unless)(?:_(?:statement|expression|let_expression|modifier))?$/, 'if'],
  [/^guard_statement$/, 'guard'],
  [/^(?:elif_clause|elsif|else_if_clause|elseif_statement)$/, 'else if'],
  [/^(?:else|else_statement)$/, 'else'],
  [
    /^(?:for|foreach|enhanced_for|for_in|for_of|for_each|for_numeric|for_range)(?:_(?:statement|expression|loop))?$/,
    'for',
  ],
  [/^(?:while|until)(?:_(?:statement|expression|loop|modifier))?$/, 'while'],
  [/^(?:do|do_while|repeat|repeat_while)_(?:statement|expression|loop)$/, 'do'],
  [/^loop_expression$/, 'loop'],
  [
    /^(?:switch|match|when|select|type_switch|expression_switch|case)_(?:statement|expression)$|^case(?:_match)?$/,
    'switch',
  ],
  [
    /^(?:switch_case|switch_default|switch_rule|switch_section|switch_entry|switch_expression_arm|switch_block_statement_group|case_clause|case_statement|default_statement|default_case|expression_case|type_case|communication_case|match_arm|match_conditional_expression|match_default_expression|when_entry|when|in_clause)$/,
    'case',
  ],
  [/^(?:try|try_with_resources)(?:_(?:statement|expression|block))?$|^begin$|^do_catch_statement$/, 'try'],
  [/^(?:catch|except|rescue|except_group)(?:_(?:clause|block))?$/, 'catch'],
  [/^(?:finally_clause|finally_block|ensure)$/, 'finally'],
  [/^defer_statement$/, 'defer'],
  [/^go_statement$/, 'go'],
  [/^with_statement$/, 'with'],
  [/^using_statement$/, 'using'],
  [/^(?:synchronized|lock)_statement$/, 'lock'],
  [/^(?:return_statement|return_expression|return)$/, 'return'],
  [/^(?:throw_statement|throw_expression|raise_statement|raise)$/, 'throw'],
  [/^(?:yield|yield_statement|yield_expression|yield_return_statement)$/, 'yield'],
  [
    /^(?:call|call_expression|method_invocation|invocation_expression|function_call|function_call_expression|member_call_expression|nullsafe_member_call_expression|scoped_call_expression|macro_invocation|new_expression|object_creation_expression|explicit_constructor_invocation|method_call|command)$/,
    'call',
  ],
];

/** Node types whose code runs at another time: their calls are not part of the statement that contains them. */
const functionLiteral =
  /^(?:arrow_function|function_expression|function|func_literal|lambda|lambda_expression|lambda_literal|closure_expression|anonymous_function\w*|anonymous_method_expression|do_block|annotated_lambda)$/;
const namedFunction =
  /^(?:function_declaration|function_definition|function_item|local_function_statement|method_definition|method|generator_function_declaration)$/;
/** Node types that begin the body of a step. */
const bodyStart =
  /(?:^|_)(?:block|body|suite|statements?|consequence|compound_statement|declaration_list|cases?|arms?|group)(?:_|$)|^(?:switch_rule|switch_block|match_block|case_clause|when_entry|function_body|control_structure_body|then|do)$/;
const argumentList = /arguments?(?:_list)?$|^(?:call_suffix|token_tree|value_arguments|annotated_lambda)$/;
/** Steps whose text is all of their code. */
const wholeText: ReadonlySet<string> = new Set(['return', 'throw', 'yield', 'defer', 'go']);
/** Steps that continue the one before them. */
const clauses: ReadonlySet<string> = new Set(['else if', 'else', 'catch', 'finally']);
/** Steps without a head: what they contain are statements. */
const headless: ReadonlySet<string> = new Set(['else', 'try', 'finally', 'do', 'loop', 'function']);
/** Node types of several statements that leave a block; the first word of the text says which it is. */
const jump = /^(?:control_transfer_statement|jump_expression)$/;
/** The signs between a case and its code. */
const caseSigns: ReadonlySet<string> = new Set([':', '=>', '->']);
/** Functions that do not return, by the languages that have no statement for it. */
const throwing = /^(?:panic!?|raise|throw|unreachable!|todo!|fatalError|error)$/;

interface Level {
  depth: number;
  /** Whether calls are left out, because the text of a step shows them. */
  isQuiet: boolean;
  treeDepth: number;
}

/** The steps of the outermost node that begins on or after the first line and ends on or before the last one. Lines count from 1. */
export function stepsWithin(
  root: SyntaxNode,
  { startLine, endLine }: { startLine: number; endLine: number },
): OutlineStep[] {
  const found: OutlineStep[] = [];
  for (const node of nodesWithin(root, startLine - 1, endLine - 1))
    addInner(found, node, { depth: 0, isQuiet: false, treeDepth: 0 });
  return withoutOutermost(found);
}

/** The steps without the function that contains all others: it is the one that was asked about. */
function withoutOutermost(found: readonly OutlineStep[]): OutlineStep[] {
  const [first, ...inner] = found;
  const isOutermost = first?.kind === 'function' && first.depth === 0 && inner.every(({ depth }) => depth > 0);
  return isOutermost ? inner.map((step) => ({ ...step, depth: step.depth - 1 })) : [...found];
}

/** The largest nodes whose rows are within a range. */
function nodesWithin(root: SyntaxNode, first: number, last: number): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const [from, to] = [node.startPosition.row, node.endPosition.row];
    if (to < first || from > last) continue;
    if (from >= first && to <= last) found.push(node);
    else for (const child of node.namedChildren) if (child !== null) pending.push(child);
  }
  return found.sort((a, b) => a.startIndex - b.startIndex);
}

function kindOf(node: SyntaxNode): string | null {
  if (!node.isNamed) return null;
  const { type } = node;
  if (jump.test(type)) return /^(?:return|throw)\b/.exec(node.text)?.[0] ?? null;
  return steps.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}

/** Adds the steps below a node. */
function addInner(found: OutlineStep[], node: SyntaxNode, level: Level): void {
  if (level.treeDepth > maxTreeDepth) return;
  let afterElse = -1;
  // Some languages write `else` for the last case.
  const isCase = kindOf(node) === 'case';
  let isCode = false;
  const bodies = level.isQuiet ? bodiesOf(node) : new Set<number>();
  for (const child of node.children) {
    if (child === null) continue;
    if (!child.isNamed) {
      if (isCase && caseSigns.has(child.type)) isCode = true;
      if (child.type === 'else' && !isCase) afterElse = child.startPosition.row + 1;
      continue;
    }
    if (child.type.includes('comment')) continue;
    const inner = {
      ...level,
      isQuiet: level.isQuiet && !isCode && !bodies.has(child.id),
      treeDepth: level.treeDepth + 1,
    };
    if (afterElse !== -1) {
      addAlternative(found, child, afterElse, inner);
      afterElse = -1;
    } else addNode(found, child, inner);
  }
}

/** The ids of the children that are the code of a step, by the names of their fields. */
function bodiesOf(node: SyntaxNode): Set<number> {
  const fields = ['body', 'consequence', 'alternative'].map((field) => node.childForFieldName(field)?.id);
  return new Set(fields.filter((id) => id !== undefined));
}

/** Adds what follows `else`: a step of its own, or `else if`. */
function addAlternative(found: OutlineStep[], node: SyntaxNode, line: number, level: Level): void {
  const depth = Math.max(0, level.depth - 1);
  if (kindOf(node) === 'if') {
    found.push({
      kind: 'else if',
      text: headOf(node),
      line: node.startPosition.row + 1,
      endLine: lastLine(node),
      depth,
    });
    addInner(found, node, { ...level, isQuiet: true });
    return;
  }
  found.push({ kind: 'else', text: '', line, endLine: lastLine(node), depth });
  addNode(found, node, { ...level, isQuiet: false });
}

function addNode(found: OutlineStep[], node: SyntaxNode, level: Level): void {
  const { type } = node;
  const isQuiet = level.isQuiet && !functionLiteral.test(type) && !bodyStart.test(type);
  const kind = kindOf(node);
  if (kind === null) {
    if (namedFunction.test(type)) {
      const depth = level.depth;
      found.push({
        kind: 'function',
        text: headOf(node),
        line: node.startPosition.row + 1,
        endLine: lastLine(node),
        depth,
      });
      addInner(found, node, { ...level, depth: depth + 1, isQuiet: false });
    } else addInner(found, node, { ...level, isQuiet });
    return;
  }
  if (kind === 'call') {
    addCall(found, node, { ...level, isQuiet });
    return;
  }
  const depth = clauses.has(kind) ? Math.max(0, level.depth - 1) : level.depth;
  const isWhole = wholeText.has(kind);
  const text = isWhole ? wholeTextOf(node) : headOf(node);
  found.push({ kind, text, line: node.startPosition.row + 1, endLine: lastLine(node), depth });
  addInner(found, node, { ...level, depth: depth + 1, isQuiet: !headless.has(kind) });
}

function addCall(found: OutlineStep[], node: SyntaxNode, level: Level): void {
  const name = calleeOf(node);
  const isThrow = throwing.test(name);
  const isShown = name !== '' && (isThrow || !level.isQuiet);
  if (isShown) {
    const line = lineOfName(node);
    const text = isThrow ? wholeTextOf(node) : name;
    const kind = isThrow ? 'throw' : name === 'defer' ? 'defer' : 'call';
    found.push({ kind, text, line, endLine: lastLine(node), depth: level.depth });
  }
  // The callee of a chain is in the name already; its arguments, and the functions among them, are not.
  for (const child of node.namedChildren) {
    if (child === null) continue;
    const isArgument = argumentList.test(child.type) || functionLiteral.test(child.type);
    const depth = isArgument && isShown ? level.depth + 1 : level.depth;
    const inner = { treeDepth: level.treeDepth + 1, depth, isQuiet: level.isQuiet || !isArgument || isThrow };
    if (isArgument) addArguments(found, child, inner, isShown);
    else addInner(found, child, inner);
  }
}

/** Calls among the arguments stand beside the call; the bodies of functions among them are inside of it. */
function addArguments(found: OutlineStep[], node: SyntaxNode, level: Level, isInside: boolean): void {
  if (functionLiteral.test(node.type)) {
    addInner(found, node, { ...level, isQuiet: false });
    return;
  }
  if (level.treeDepth > maxTreeDepth) return;
  const kind = kindOf(node);
  if (kind !== null) {
    addNode(found, node, { ...level, depth: isInside ? level.depth - 1 : level.depth });
    return;
  }
  for (const child of node.namedChildren)
    if (child !== null) addArguments(found, child, { ...level, treeDepth: level.treeDepth + 1 }, isInside);
}

/** The called name with its receivers: the text up to the arguments, without what is in brackets. */
function calleeOf(node: SyntaxNode): string {
  const end = node.namedChildren.find((child) => child !== null && argumentList.test(child.type))?.startIndex;
  const callee = node.childForFieldName('function');
  const name =
    callee !== null && end === undefined ? callee.text : node.text.slice(0, (end ?? node.endIndex) - node.startIndex);
  const plain = withoutBrackets(name)
    .replace(/\s+/g, '')
    .replace(/^new(?=[A-Z])/, 'new ')
    .replace(/^await/, '');
  return plain.length <= maxText ? plain : `…${plain.slice(1 - maxText)}`;
}

function withoutBrackets(text: string): string {
  let depth = 0;
  let plain = '';
  for (const char of text) {
    if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) plain += char;
  }
  return plain;
}

/** The line of the called name: in a chain over several lines, the last one. */
function lineOfName(node: SyntaxNode): number {
  const list = node.namedChildren.find((child) => child !== null && argumentList.test(child.type));
  return (list ?? node).startPosition.row + 1;
}

/** The text of a step up to its body. */
function headOf(node: SyntaxNode): string {
  const sign =
    kindOf(node) === 'case' ? node.children.find((child) => child !== null && caseSigns.has(child.type)) : null;
  const body =
    sign ??
    node.childForFieldName('body') ??
    node.childForFieldName('consequence') ??
    node.namedChildren.find((child) => child !== null && bodyStart.test(child.type)) ??
    null;
  const end = body === null || body.startIndex <= node.startIndex ? node.endIndex : body.startIndex;
  return clip(
    fold(node.text.slice(0, end - node.startIndex), maxText * 2).replace(/[\s{:]+$|\s*=>$|\s*->$|\s+then$/, ''),
  );
}

/** All of the text of a step, without the bodies in it. */
function wholeTextOf(node: SyntaxNode): string {
  const body =
    node.descendantsOfType(['statement_block', 'block', 'function_body', 'do_block', 'lambda_literal'])[0] ?? null;
  const text = body === null ? node.text : `${node.text.slice(0, body.startIndex - node.startIndex)}…`;
  return clip(fold(text, maxText * 2).replace(/;$/, ''));
}

function clip(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;
}

function lastLine(node: SyntaxNode): number {
  return node.endPosition.row + 1;
}
