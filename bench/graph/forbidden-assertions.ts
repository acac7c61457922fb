/**
 * Assertions of `stackgraphs` that claim what the language forbids: a name behind the end of its block, a definition in a text that is no program. V8
 * or CPython refuses each of them at the asserted line; in `superclasses.py` it runs another method than the asserted one. They stay in the score; the
 * table has the score without them beside it.
 */

interface Forbidden {
  /** The end of the row's id. */
  id: string;
  /** `line:column` of each assertion. */
  at: readonly string[];
  why: string;
}

const list: readonly Forbidden[] = [
  { id: 'javascript/expressions/await.js', at: ['16:6'], why: '`await y = 1` assigns to no variable: a syntax error' },
  {
    id: 'javascript/expressions/object.js',
    at: ['6:10', '6:14', '15:11', '19:6', '22:6'],
    why: '`{ [x]: x };` is a block, not an object: a syntax error',
  },
  { id: 'javascript/expressions/update_expression.js', at: ['12:6'], why: '`--(y = 1)` is a syntax error' },
  {
    id: 'javascript/statements/lexical_declaration_basic_no_destructuring.js',
    at: ['17:6'],
    why: 'a second `let x` in one block is a syntax error',
  },
  { id: 'javascript/patterns/object_pattern.js', at: ['25:14'], why: '`r++` reads `r` first, which nothing declares' },
  { id: 'javascript/old/control_flow_statements/for.js', at: ['17:15'], why: '`let` of a loop, behind the loop' },
  { id: 'javascript/statements/for_in_statement.js', at: ['16:6'], why: '`let` of a loop, behind the loop' },
  { id: 'javascript/statements/for_statement.js', at: ['22:6'], why: '`let` of a loop, behind the loop' },
  { id: 'javascript/statements/statement_block.js', at: ['20:6'], why: '`let` of a block, behind the block' },
  {
    id: 'javascript/old/control_flow_statements/try.js',
    at: ['15:15', '21:7'],
    why: '`const` and `let` of `catch` and `finally`, behind their blocks',
  },
  { id: 'python/aliased_imports.py', at: ['17:14'], why: '`from foo import B.C.D` is a syntax error' },
  { id: 'python/imports.py', at: ['17:24', '25:12'], why: '`from one.two import e.c` is a syntax error' },
  { id: 'python/attributes.py', at: ['7:9', '11:16'], why: 'an `int` gets no attributes' },
  { id: 'python/superclasses.py', at: ['10:36'], why: '`self` of a subclass that overrides the method' },
];

const places: ReadonlySet<string> = new Set(
  list.flatMap(({ id, at }) => at.map((place) => `stackgraphs/${id} ${place}`)),
);

/** Whether an assertion claims what its language forbids. @param id the row's id */
export function isForbidden(id: string, { line, col }: { line: number; col: number }): boolean {
  return places.has(`${id} ${line}:${col}`);
}
