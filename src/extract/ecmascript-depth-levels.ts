/** What is open at a place of a text that `boundDepth` reads, and the stack that the parser needs for it. */

/** What encloses code; the scan's mode follows from the innermost. */
export const kinds = {
  root: 0,
  paren: 1,
  bracket: 2,
  brace: 3,
  /** `<` that may begin type arguments. */
  angle: 4,
  /** `${` in a template. */
  substitution: 5,
  template: 6,
  /** An element's tag, from `<` to `>`. */
  tag: 7,
  /** Between an element's tags. */
  element: 8,
} as const;

/** The last token: an operator (so `/` starts a regular expression), an operand, a word that may be either, a closing brace. */
export const tokens = { operator: 0, operand: 1, either: 2, brace: 3 } as const;

/**
 * Bytes of native stack a construct, measured with oxc-parser 0.154 on Linux x64 (4 MB divided by the depth that crashed), rounded up.
 * What is within each other adds up.
 */
export const costs = {
  bracket: 2800,
  angle: 1500,
  element: 550,
  arrow: 950,
  conditional: 750,
  assignment: 500,
  colon: 450,
  /** `<T>x`, `a<b>.c`. */
  assertion: 300,
  operator: 150,
  /** One more link in a chain that the parser builds in a loop, but walks recursively; and the lightest of them. */
  link: 120,
  dot: 70,
} as const;

/** More levels than the limit lets through; a file that has them anyway is `lost`. */
export const maxLevels = 4096;

export interface Scan {
  readonly text: string;
  readonly jsx: boolean;
  at: number;
  /** Index of the innermost open level in the arrays, which hold `maxLevels`. */
  top: number;
  readonly kinds: Uint8Array;
  /** What a level itself needs, and what its expression and its statement hold open. */
  readonly bases: Int32Array;
  readonly expression: Int32Array;
  readonly statement: Int32Array;
  /** Whether the level is the head of an `if`, `for`, `while` or `with`. */
  readonly heads: Uint8Array;
  /** Sum over all levels. */
  total: number;
  token: number;
  /** A line end stands between the last token and `at`. */
  newline: boolean;
  afterDot: boolean;
  /** The last word was `if`, `for`, `while` or `with`. */
  head: boolean;
  /** Cost of a dot: `namespace a.b.c` nests. */
  dotCost: number;
  /** What the last statement end let go; `else` takes it up again. */
  saved: number;
  /** The scan cannot tell code from text any more. */
  lost: boolean;
}

/** One scan at a time: its arrays serve every file of the thread. */
const levels = {
  kinds: new Uint8Array(maxLevels),
  bases: new Int32Array(maxLevels),
  expression: new Int32Array(maxLevels),
  statement: new Int32Array(maxLevels),
  heads: new Uint8Array(maxLevels),
};

export function startScan(text: string, jsx: boolean): Scan {
  levels.expression[0] = 0;
  levels.statement[0] = 0;
  return {
    text,
    jsx,
    at: 0,
    top: 0,
    kinds: levels.kinds,
    bases: levels.bases,
    expression: levels.expression,
    statement: levels.statement,
    heads: levels.heads,
    total: 0,
    token: tokens.operator,
    newline: true,
    afterDot: false,
    head: false,
    dotCost: costs.dot,
    saved: 0,
    lost: false,
  };
}

export function spend(scan: Scan, cost: number): void {
  scan.expression[scan.top]! += cost;
  scan.total += cost;
}

export function openLevel(scan: Scan, kind: number, cost: number): void {
  if (scan.top === maxLevels - 1) {
    scan.lost = true;
    return;
  }
  const top = ++scan.top;
  scan.kinds[top] = kind;
  scan.bases[top] = cost;
  scan.expression[top] = 0;
  scan.statement[top] = 0;
  scan.heads[top] = kind === kinds.paren && scan.head ? 1 : 0;
  scan.total += cost;
  scan.token = tokens.operator;
  scan.afterDot = false;
  scan.head = false;
  scan.dotCost = costs.dot;
}

export function popLevel(scan: Scan): void {
  const { top } = scan;
  scan.total -= scan.bases[top]! + scan.expression[top]! + scan.statement[top]!;
  scan.top = top - 1;
}

/** Drops `<` that turned out to be operators (or, with `elements`, everything down to a bracket). */
export function closeAngles(scan: Scan, elements = false): void {
  for (;;) {
    const kind = scan.kinds[scan.top]!;
    const drop = kind === kinds.angle || (elements && kind >= kinds.template);
    if (!drop) return;
    popLevel(scan);
  }
}

/** A statement ended. */
export function resetLevel(scan: Scan): void {
  const { top } = scan;
  scan.saved = scan.expression[top]! + scan.statement[top]!;
  scan.total -= scan.saved;
  scan.expression[top] = 0;
  scan.statement[top] = 0;
}

/** A closing bracket, `>` or backtick: closes the innermost level of its kind and what is left open within it. */
export function closeLevel(scan: Scan, code: number): void {
  let { top } = scan;
  for (; top > 0; top--) {
    const kind = scan.kinds[top]!;
    if (closes(code, kind)) break;
    // A bracket cannot end what is outside its template or element.
    if (kind >= kinds.substitution) return;
  }
  if (top === 0) return;
  const kind = scan.kinds[top]!;
  const head = scan.heads[top] === 1;
  while (scan.top >= top) popLevel(scan);
  if (kind === kinds.brace) scan.token = tokens.brace;
  else scan.token = head ? tokens.operator : tokens.operand;
}

function closes(code: number, kind: number): boolean {
  switch (code) {
    case 41:
      return kind === kinds.paren;
    case 93:
      return kind === kinds.bracket;
    case 125:
      return kind === kinds.brace || kind === kinds.substitution;
    case 62:
      return kind === kinds.angle;
    case 96:
      return kind === kinds.template;
    default:
      return false;
  }
}
