/** The words that matter to `boundDepth`: those that nest, those that end or begin statements. */
import { closeAngles, costs, resetLevel, tokens, type Scan } from './ecmascript-depth-levels.ts';

interface WordTraits {
  /** Held until the expression ends. */
  expression: number;
  /** Held until the statement ends. */
  statement: number;
  /** What may follow. */
  token: number;
  /** At the start of a line after an operand: a new statement. */
  starts: boolean;
  /** After `}`: no new statement. */
  continues: boolean;
  /** Its parentheses are a head: an operand follows them. */
  head: boolean;
  /** Ends what is before it in its block. */
  clause: boolean;
  /** Cost of each dot after it. */
  dots: number;
}

const plain: WordTraits = {
  expression: 0,
  statement: 0,
  token: tokens.operand,
  starts: false,
  continues: false,
  head: false,
  clause: false,
  dots: costs.dot,
};

const words = new Map<string, WordTraits>();
function define(list: string, traits: Partial<WordTraits>): void {
  for (const word of list.split(' ')) words.set(word, { ...(words.get(word) ?? plain), ...traits });
}
define('return throw case do else export default', { token: tokens.operator });
define('typeof void delete in instanceof', { token: tokens.operator, expression: costs.link });
define('as satisfies', { expression: costs.link });
define('new', { token: tokens.operator, expression: 400 });
define('extends', { token: tokens.operator, expression: 1200 });
define('await', { token: tokens.either, expression: 250 });
define('yield keyof unique readonly infer asserts is', { token: tokens.either, expression: 550 });
define('of', { token: tokens.either });
define('if while with', { statement: 350, head: true });
define('for', { statement: 550, head: true });
define('do else', { statement: 350 });
define('else while catch finally as in instanceof satisfies extends implements of from is', { continues: true });
define('const let var export import function class interface type enum declare abstract namespace return', {
  starts: true,
});
define('case default', { clause: true });
define('namespace module', { dots: 250 });

/** Which lengths and first letters occur, so that most words cost no look-up. */
const interesting = new Uint8Array(32 * 16);
for (const word of words.keys()) interesting[(word.length << 5) | (word.charCodeAt(0) & 31)] = 1;

export function scanWord(scan: Scan, start: number, end: number): void {
  const { text, afterDot, token } = scan;
  const length = end - start;
  const maybe = length < 16 && interesting[(length << 5) | (text.charCodeAt(start) & 31)] === 1;
  const traits = maybe && !afterDot ? (words.get(text.slice(start, end)) ?? plain) : plain;
  scan.afterDot = false;
  if (token === tokens.brace) {
    if (!traits.continues) endStatement(scan);
  } else if (traits.starts && scan.newline && token !== tokens.operator && noHeadOpen(scan)) {
    endStatement(scan);
  }
  if (traits === plain) {
    scan.token = tokens.operand;
    scan.head = false;
    return;
  }
  if (traits.clause) endStatement(scan);
  const { top } = scan;
  let statement = traits.statement;
  if (statement > 0) {
    if (text.charCodeAt(start) === 101 /* else */) statement += scan.saved;
    scan.statement[top]! += statement;
  }
  scan.saved = 0;
  scan.expression[top]! += traits.expression;
  scan.total += statement + traits.expression;
  scan.token = traits.token;
  scan.head = traits.head;
  scan.dotCost = traits.dots;
}

function endStatement(scan: Scan): void {
  closeAngles(scan);
  resetLevel(scan);
}

/** Whether `)` can only have closed an expression: no `if (…)` waits for its statement. */
function noHeadOpen(scan: Scan): boolean {
  return scan.statement[scan.top] === 0;
}
