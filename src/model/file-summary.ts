/**
 * What linking needs to know of one file, as numbers: scopes, entities (everything that is declared), expressions and types in enough
 * detail to infer the receiver of a member access, modules, exports and reference sites.
 * All languages share this shape. A collector (`extract/`) writes it with `SummaryWriter`; the linker (`graph/`) reads it.
 *
 * Invariants: numbers are indexes into the file's own tables; a node refers only to nodes that were written before it, so there are no
 * cycles among them; node 0 means "none"; scope 0 is the file's own.
 */

/** How names in a scope behave. */
export const scopeKinds = {
  file: 0,
  /** Has its own `this`. */
  function: 1,
  /** An arrow function or lambda: `this` is that of the enclosing scope. */
  arrow: 2,
  block: 3,
  /** A class body. In Python the functions inside it do not see its names. */
  class: 4,
  /** A namespace: its entities are its members. */
  namespace: 5,
} as const;

export const entityKinds = {
  variable: 0,
  parameter: 1,
  /** `type`: declared return type; `value`: what it returns; `listA`: parameters; `listB`: type parameters. */
  function: 2,
  /** `listA`: heritage pairs (`heritage` code, node); `listB`: type parameters. Its members have it as `parent`. */
  class: 3,
  interface: 4,
  /** `type`: the aliased type; `listB`: type parameters. */
  typeAlias: 5,
  enum: 6,
  enumMember: 7,
  /** `ownScope`: where its entities are. */
  namespace: 8,
  /**
   * `listA`: index of the module; `listB`: string of the imported name, `default`, or `*` for the module itself; `=` for what a CommonJS
   * module exports. In Java also a path to a member of a type (`C.m`).
   */
  import: 9,
  typeParameter: 10,
  /** Field, property, or accessor (`getter`: `value` is what it returns). */
  property: 11,
  /** A function that belongs to a class, interface or object; constructors too (named `constructor`). */
  method: 12,
  /** An object literal: its properties have it as `parent`; `listA`: pairs of `heritage.mixesIn` and what is spread into it. */
  object: 13,
  /** A type literal in braces; its fields are those of `interface`. */
  typeLiteral: 14,
} as const;

export const entityFlags = {
  static: 1,
  async: 2,
  generator: 4,
  getter: 8,
  setter: 16,
  optional: 32,
  rest: 64,
  abstract: 128,
  /** Has a body or an initial value: among several declarations of one name, this is the one that is meant. */
  implemented: 256,
  /** The same variable with a narrower type, inside a block that tested it; never a target of a link. */
  narrowed: 512,
  /** Added by assignment (`x.y = …`), not declared. */
  assigned: 1024,
  private: 2048,
  /** Python: `@classmethod`: the first parameter is the class. */
  classMethod: 4096,
  /** Also a `const` method of C++. */
  constant: 8192,
  /** Declared for the whole program (`declare global`, a declaration file without imports). */
  global: 16384,
  /** A parameter that is also a property of its class. */
  property: 32768,
  exported: 65536,
  /** Has a decorator that may change its value or type. */
  decorated: 131072,
  /** A property that is another name for its value (`{ a }`, `module.exports = { a: b }`): links lead to what the value names. */
  alias: 262144,
  /** The body of an accessor, as a function: it contains calls, but the accessor's name does not mean it. */
  accessorBody: 524288,
  /**
   * An extension of a type that is declared elsewhere (a Go method's receiver, a Rust `impl`): its members belong to that type, and it does
   * not declare the type's name. `type` may say which type is meant; without it, it is the type of that name in the unit.
   */
  extension: 1048576,
  /** Kotlin `actual`: the implementation of what its package declares as `expect`, which is `abstract`. */
  actual: 2097152,
  /** C++: a template specialisation (`template <> struct hash<T>`). */
  specialised: 4194304,
  /** Python: a pytest fixture: parameters of its name receive its value. */
  fixture: 8388608,
  /** Python: bound in a branch (`if`, `try`), so another binding of the name may be meant as well. */
  branch: 16777216,
  /** C++: a template that exists for some types only (`enable_if`, `requires`). */
  constrained: 33554432,
  /** C++: a template with a parameter that no argument says: a call must write it (`read<int>(file)`). */
  explicit: 67108864,
  /** C#: implements a member of an interface that it names (`void A.Run()`): only a value of the interface's type has it. */
  explicitMember: 134217728,
} as const;

/** Fields of an entity's record. */
export const entityFields = {
  name: 0,
  kind: 1,
  flags: 2,
  line: 3,
  column: 4,
  /** Where it is declared; for a member the scope in which its types are looked up. */
  scope: 5,
  /** The entity whose member or parameter it is; -1 for none: then it is found by name in `scope`; -2 for none, and not found by name either. */
  parent: 6,
  /** Type node. */
  type: 7,
  /** Expression node; of a type parameter with a bound the node of its default type. */
  value: 8,
  /** -1 for none. */
  ownScope: 9,
  /** Index into the file's definitions; -1 for none. */
  definition: 10,
  listA: 11,
  listB: 12,
  /**
   * For a function or object literal: the node that gives its expected type (`argument`, `cast`, the target of an assignment); 0 for none. For a parameter a `literalType`:
   * in Swift its label where that is not its name, in C++ its type as it distinguishes overloads. In C++ variables, fields and aliases have the text of
   * their type too, and functions that of their result; an array ends with `[]` there, and aliases keep template arguments.
   * For a macro of C or C++: what it makes of its arguments (`macro-template.ts`).
   */
  context: 13,
  /** For a function that was assigned to a member (`a.b = function …`): the entity whose member it is; -1 for none. */
  assignedTo: 14,
} as const;
export const entityWidth = 15;

/** The record of an entity of which nothing is known yet. */
export const blankEntity: readonly number[] = [0, 0, 0, 0, 0, 0, -1, 0, 0, -1, -1, 0, 0, 0, -1];
/** In an import the lists are indexes, where -1 means none. */
export const blankImport: readonly number[] = blankEntity.with(entityFields.listA, -1).with(entityFields.listB, -1);

/** Fields of a scope: parent (-1), kind, entity that owns it (-1). */
export const scopeWidth = 3;

/** `gives`: what a class that mixes in this module is extended with (Ruby), or must extend too (the self type of Scala's traits). */
export const heritage = { extends: 0, implements: 1, mixesIn: 2, gives: 3 } as const;

/** Expressions and types: the code, then its operands. */
export const ops = {
  none: 0,
  /** string, scope: an identifier. */
  name: 1,
  /** scope */
  this: 2,
  /** scope */
  super: 3,
  /** object, string */
  member: 4,
  /** object, key expression or 0: `a[k]`. */
  index: 5,
  /** callee, list of arguments (0: none), list of type arguments (0: none) */
  call: 6,
  /** callee, list of arguments, list of type arguments */
  construct: 7,
  /** value */
  await: 8,
  /** type, expression or 0: a value that has this type by declaration, assertion or annotation. */
  cast: 9,
  /** list of alternatives: one of them (conditions, `||`, several `return`s). */
  either: 10,
  /** entity: an object literal, function or class expression, or a reference to an entity of this file. */
  entity: 11,
  /** list of elements */
  array: 12,
  /** iterable: an element of it, as in `for … of`; of a map a pair, in Python a key. */
  element: 13,
  /** primitive code */
  primitive: 14,
  /** module index: the result of `require`, or of an awaited `import()`. */
  module: 15,
  /** call or construct node, position: what the callee expects there. Used as a function's context. */
  argument: 16,
  /** value: spread into a list of arguments or an array. */
  spread: 17,
  /**
   * object literal's entity, string: that property in the type expected of the object; that type itself for the empty string. Also used as the context
   * of the property's value, and of what is spread into the object.
   */
  expectedMember: 18,
  /** expression: an instance of that class (narrowing, `cls()`). */
  instance: 19,
  /** callee, list of arguments (-1: a reference, not a call): those functions of the callee's name that accept these arguments. */
  overload: 23,
  /** string, value: a named argument; after the others in a call's list. */
  keyword: 24,
  /** callee, variable: the variable where the callee's predicate (`x is T`) is true of it. */
  guarded: 25,
  /** callee, string: the field that an implicit constructor takes by name (a Python dataclass). */
  fieldGiven: 26,
  /** scope, class: the class after that one in the method resolution order of the enclosing class (`super(C, self)`). */
  superAfter: 27,
  /** value, instance: the value where it is not such an instance. */
  excluded: 28,
  /** type, value or 0: the type that a comment documents; where that is not a type of the project, the value itself. */
  documented: 29,
  /** value, string: the result of its method of that name, or the value itself where it has none (Python's `with`); or the part that a slice selects. */
  given: 30,
  /**
   * value or 0, string: C++: a value, and the text of its type as in a parameter's context. Signs instead of a type say how the type follows from the
   * value's: `&` the value's address, `*` what it points to, `+` the result of arithmetic on the elements of an array.
   */
  typed: 31,
  /** n, then n nodes (or n numbers). */
  list: 20,
  /** value, index: element of a tuple or array (destructuring). */
  item: 21,
  /** entity: what that function is expected to return where it stands. Used as the context of the values it returns. */
  returned: 22,

  /** Types. */
  /** list of strings (path), scope, list of type arguments (0: none) */
  named: 32,
  /** list */
  union: 33,
  /** list */
  intersection: 34,
  /** element type */
  arrayOf: 35,
  /** list */
  tuple: 36,
  /** entity: a function or type literal as a type. */
  shape: 37,
  /** expression: the type of a value. */
  typeOf: 38,
  /** scope: polymorphic `this`. */
  thisType: 39,
  /** primitive code */
  primitiveType: 40,
  /** type, string: `T['key']`. */
  memberType: 41,
  /** type: the type of its elements. */
  elementType: 42,
  /** type: a boolean that says whether the first argument has that type. */
  predicate: 43,
  /** string: a literal type; or a short text as a call's first argument, because it may choose between overloads. */
  literalType: 44,
} as const;

type Op = (typeof ops)[keyof typeof ops];

/** What an operand is: a node, an index of a string, scope or entity, or a plain number (a code, a position, a module). */
export type Operand = 'node' | 'string' | 'scope' | 'entity' | 'number';

const operandsByOp: Record<Exclude<Op, typeof ops.list>, readonly Operand[]> = {
  [ops.none]: [],
  [ops.name]: ['string', 'scope'],
  [ops.this]: ['scope'],
  [ops.super]: ['scope'],
  [ops.member]: ['node', 'string'],
  [ops.index]: ['node', 'node'],
  [ops.call]: ['node', 'node', 'node'],
  [ops.construct]: ['node', 'node', 'node'],
  [ops.await]: ['node'],
  [ops.cast]: ['node', 'node'],
  [ops.either]: ['node'],
  [ops.entity]: ['entity'],
  [ops.array]: ['node'],
  [ops.element]: ['node'],
  [ops.primitive]: ['number'],
  [ops.module]: ['number'],
  [ops.argument]: ['node', 'number'],
  [ops.spread]: ['node'],
  [ops.expectedMember]: ['entity', 'string'],
  [ops.instance]: ['node'],
  [ops.item]: ['node', 'number'],
  [ops.returned]: ['entity'],
  [ops.overload]: ['node', 'node'],
  [ops.keyword]: ['string', 'node'],
  [ops.typed]: ['node', 'string'],
  [ops.guarded]: ['node', 'node'],
  [ops.fieldGiven]: ['node', 'string'],
  [ops.superAfter]: ['scope', 'node'],
  [ops.excluded]: ['node', 'node'],
  [ops.documented]: ['node', 'node'],
  [ops.given]: ['node', 'string'],
  [ops.named]: ['node', 'scope', 'node'],
  [ops.union]: ['node'],
  [ops.intersection]: ['node'],
  [ops.arrayOf]: ['node'],
  [ops.tuple]: ['node'],
  [ops.shape]: ['entity'],
  [ops.typeOf]: ['node'],
  [ops.thisType]: ['scope'],
  [ops.primitiveType]: ['number'],
  [ops.memberType]: ['node', 'string'],
  [ops.elementType]: ['node'],
  [ops.predicate]: ['node'],
  [ops.literalType]: ['string'],
};

/** Kinds of operands by op. `list` is not here: its operands are the number of items and then the items, which are nodes or strings. */
export const operands: Readonly<Record<number, readonly Operand[]>> = operandsByOp;

const lengths = Uint8Array.from(
  { length: 1 + Math.max(...Object.values(ops)) },
  (_, op) => 1 + (operands[op]?.length ?? 0),
);

/** How many numbers the node at that index takes: the next node begins behind them. */
export function nodeLength(nodes: Int32Array, node: number): number {
  const op = nodes[node]!;
  return op === ops.list ? 2 + nodes[node + 1]! : lengths[op]!;
}

/** Codes of primitive types. `nothing`: `null`, `None` and the like; `any`: declared as `any`, so that nothing else determines the type. */
export const primitives = {
  other: 0,
  string: 1,
  number: 2,
  boolean: 3,
  regexp: 4,
  bigint: 5,
  nothing: 6,
  any: 7,
} as const;

/** The numbers of an export: exported name, form, a, b. */
export const exportWidth = 4;
export const exportForms = {
  /** a: entity of this file, or b: expression when a is -1. */
  own: 0,
  /** a: string of a name in scope 0. */
  local: 1,
  /** a: module, b: string of the name there (`*`: the module itself). */
  from: 2,
  /**
   * a: module: everything it exports except `default`. In Python b: 1 for an import in a branch (`if`, `try`). In Rust b: string: `cfg ` for
   * what only some builds have, else `*`.
   */
  all: 3,
  /**
   * a: module: its names are visible here as if declared here, and are not exported (`import a.b.*`, `using`). The exported name is `*` too.
   * In Java b: string of the path of a type in it whose members are imported (`import static a.b.C.*`), `*` for the module's own names.
   */
  opens: 4,
} as const;

/**
 * The name of what a file imports for all files of its project (C#: `global using`): an entity like an import, declared for the whole
 * program. Every file that may be affected has it among its strings.
 */
export const openedForAll = 'global using';

/** Rust: the name of an import of a crate whose macros are known in the whole importing crate (`#[macro_use] extern crate a`). */
export const usedMacros = 'macro_use!';

/**
 * Rust: the prefix of a name that a file declares for the whole program; the name of a module follows. Such a name says that only some builds have the
 * module, or a part of it, and that other builds have something else under the module's name. Among its strings each file has these names for its own
 * module and for the enclosing ones.
 */
export const cfgModule = 'cfg ';

/** Rust: the prefix of a module's specifier that is the path of a file, taken from a `#[path]` attribute. */
export const pathMark = 'path:';

/** The name of a variable whose members are visible in its scope by name alone (Scala: `import a.b._` of a value); `listB`: the path's first name. */
export const openedValue = 'import *';

/**
 * Argument positions that are not counted (Swift). `trailing`: a trailing closure, for the last parameter that is a function. `first`: the same
 * for the first such parameter, where labelled closures follow. From `labelled` on: an argument with a label, plus the label's string.
 */
export const uncounted = { first: 998, trailing: 999, labelled: 1000 } as const;

/** The numbers of a reference site: kind, node, line, column, scope. The node is a `name`, `member`, `named` or any callee. */
export const siteWidth = 5;
export const siteKinds = {
  call: 0,
  construct: 1,
  render: 2,
  decorate: 3,
  read: 4,
  write: 5,
  type: 6,
  extends: 7,
  implements: 8,
  /** A name in an import. */
  import: 9,
  /** A name in an export list or in an import that exports it again. */
  reexport: 10,
  /**
   * A method that the language calls by itself, at the operator, the subscript or the keyword. Unresolved ones are the language's own. An `either` node
   * has several methods, of which the language calls the first that there is.
   */
  implicit: 11,
  /** A write that reads first: `a.b += 1`, `a.b++`. */
  update: 12,
} as const;

export interface FileSummary {
  strings: string[];
  nodes: Int32Array;
  scopes: Int32Array;
  entities: Int32Array;
  exports: Int32Array;
  sites: Int32Array;
  /** Pairs of a call's node and the node of the type expected of its result. */
  expected: Int32Array;
  /** Specifiers of modules as written; `require` ones start with `\0`. */
  modules: string[];
  /** Whether the file is a script, whose top level belongs to the whole program. */
  global: boolean;
  /**
   * The unit of the file: files of one unit see each other's names without an import (a Go package's folder, a Java package). Starts with the language
   * (`go:pkg/api`). Empty in languages without units.
   */
  unit: string;
}

/** The path of a unit as a module: a virtual file that exports what all files of the unit export. No real file has such a path. */
export function unitPath(unit: string): string {
  return `//${unit}`;
}

/** The summary of a file that declares nothing and names nothing. */
export function noSummary(): FileSummary {
  return {
    strings: [],
    nodes: new Int32Array(1),
    scopes: Int32Array.of(-1, scopeKinds.file, -1),
    entities: new Int32Array(0),
    exports: new Int32Array(0),
    sites: new Int32Array(0),
    expected: new Int32Array(0),
    modules: [],
    global: false,
    unit: '',
  };
}
