/**
 * What linking needs to know of one file, in numbers: scopes, entities (everything that is declared), expressions and types just rich
 * enough to infer what stands before a dot, modules, exports and sites (everything that names an entity).
 * One shape for all languages. A collector (`extract/`) writes it with `SummaryWriter`, the linker (`graph/`) reads it.
 *
 * Invariants: numbers are indexes into the file's own tables; a node refers only to nodes that were written before it, so there are no
 * cycles among them; node 0 means "none"; scope 0 is the file's own.
 */

/** How names in a scope behave. */
export const scopeKinds = {
  file: 0,
  /** Has its own `this`. */
  function: 1,
  /** An arrow function or lambda: `this` is that of the scope around it. */
  arrow: 2,
  block: 3,
  /** A class body. In Python its names are not seen from the functions inside it. */
  class: 4,
  /** A namespace: its entities are its members. */
  namespace: 5,
} as const;

export const entityKinds = {
  variable: 0,
  parameter: 1,
  /** `type`: declared return type; `value`: what it returns; `listA`: parameters; `listB`: type parameters. */
  function: 2,
  /** `listA`: heritage pairs (`heritage` code, node); `listB`: type parameters. A member has it as `parent`. */
  class: 3,
  interface: 4,
  /** `type`: what it stands for; `listB`: type parameters. */
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
  /** A type written in braces: as `interface`. */
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
  /** Has a body or an initial value: of several declarations of one name this one is meant. */
  implemented: 256,
  /** The same variable with a narrower type, inside a block that tested it; never a target of a link. */
  narrowed: 512,
  /** Added by assignment (`x.y = …`), not declared. */
  assigned: 1024,
  private: 2048,
  /** Python: `@classmethod`: the first parameter is the class. */
  classMethod: 4096,
  constant: 8192,
  /** Declared for the whole program (`declare global`, a declaration file without imports). */
  global: 16384,
  /** A parameter that is also a property of its class. */
  property: 32768,
  exported: 65536,
  /** Decorated by something that may change what it is. */
  decorated: 131072,
  /** A property that is another name for its value (`{ a }`, `module.exports = { a: b }`): links go on to what that names. */
  alias: 262144,
  /** The function behind an accessor: it calls, but is not what its name means. */
  accessorBody: 524288,
  /**
   * More of a type that is declared elsewhere (a Go method's receiver, a Rust `impl`): its members are that type's; its name is not declared
   * by it. `type` may say which type is meant; without one it is the type of that name in the unit.
   */
  extension: 1048576,
  /** Kotlin: `actual`: it stands in for what its package declares as `expect`, which is `abstract`. */
  actual: 2097152,
  /** C++: a template for certain types only (`template <> struct hash<T>`). */
  specialised: 4194304,
  /** Python: a fixture of pytest: what it gives is handed to parameters of its name. */
  fixture: 8388608,
  /** Python: bound in a branch (`if`, `try`), so that what binds the name elsewhere may be meant as well. */
  branch: 16777216,
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
  /** The entity it is a member or parameter of; -1 for none: then it is found by name in `scope`. */
  parent: 6,
  /** Type node. */
  type: 7,
  /** Expression node. */
  value: 8,
  /** -1 for none. */
  ownScope: 9,
  /** Index into the file's definitions; -1 for none. */
  definition: 10,
  listA: 11,
  listB: 12,
  /** Of a function or object literal: the expression that says what it has to be (`argument`, `cast`); 0 for nothing. */
  context: 13,
  /** Of a function that was assigned to a member (`a.b = function …`): the entity whose member it is; -1 for none. */
  assignedTo: 14,
} as const;
export const entityWidth = 15;

/** What an entity's record holds of which nothing is known yet. */
export const blankEntity: readonly number[] = [0, 0, 0, 0, 0, 0, -1, 0, 0, -1, -1, 0, 0, 0, -1];
/** Lists of an import are indexes, of which -1 is none. */
export const blankImport: readonly number[] = blankEntity.with(entityFields.listA, -1).with(entityFields.listB, -1);

/** Fields of a scope: parent (-1), kind, entity that owns it (-1). */
export const scopeWidth = 3;

/** `gives`: what a class is extended by that mixes this one in (Ruby). */
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
  /** type, expression or 0: of that type by declaration, assertion or annotation. */
  cast: 9,
  /** list of alternatives: one of them (conditions, `||`, several `return`s). */
  either: 10,
  /** entity: an object literal, function or class expression, or a reference to an entity of this file. */
  entity: 11,
  /** list of elements */
  array: 12,
  /** iterable: what `for … of` gives; of a map its pairs, in Python its keys. */
  element: 13,
  /** primitive code */
  primitive: 14,
  /** module index: what `require` gives, or, awaited, `import()`. */
  module: 15,
  /** call or construct node, position: what the callee expects there. As a function's context. */
  argument: 16,
  /** value: its elements, in a list of arguments or an array. */
  spread: 17,
  /** object literal's entity, string: the property of that name in what the object has to be. Also as the context of its value. */
  expectedMember: 18,
  /** expression: an instance of that class (narrowing, `cls()`). */
  instance: 19,
  /** callee, list of arguments (-1: a reference, not a call): of the functions that share the callee's name those that take these arguments. */
  overload: 23,
  /** string, value: an argument by its name; behind the others in a call's list. */
  keyword: 24,
  /** callee, variable: the variable where the callee's predicate (`x is T`) holds of it. */
  guarded: 25,
  /** callee, string: the field that a constructor which nobody wrote takes by its name (a dataclass of Python). */
  fieldGiven: 26,
  /** scope, class: the next class behind that one in the order of the class around (`super(C, self)`). */
  superAfter: 27,
  /** value, instance: the value where it is no such instance. */
  excluded: 28,
  /** type, value or 0: what a comment says of a value; where that is of no type of the project, the value itself. */
  documented: 29,
  /** value, string: what its method of that name gives, the value itself where it has none (`with` of Python); or the part of it that a slice says. */
  given: 30,
  /** n, then n nodes (or n numbers). */
  list: 20,
  /** value, index: element of a tuple or array (destructuring). */
  item: 21,
  /** entity: what that function has to return by where it stands. As the context of what it returns. */
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
  /** type: `keyof` and the like give no members; what a mapped type maps keeps its own. */
  elementType: 42,
  /** type: a boolean that says of the first argument that it has that type. */
  predicate: 43,
  /** string: that text as a type; or as a call's first argument, where it is short: it may choose between overloads. */
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

/** Operands by op; a `list` says itself how many it has, and they are nodes or strings. */
export const operands: Readonly<Record<number, readonly Operand[]>> = operandsByOp;

/** `any`: declared to be anything, so that nothing else says what it is. */
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

/** exported name, form, a, b */
export const exportWidth = 4;
export const exportForms = {
  /** a: entity of this file, or b: expression when a is -1. */
  own: 0,
  /** a: string of a name in scope 0. */
  local: 1,
  /** a: module, b: string of the name there (`*`: the module itself). */
  from: 2,
  /**
   * a: module: all that it exports, but `default`. In Python b: 1 where that is so in a branch (`if`, `try`); in Rust b: string: `cfg ` of what
   * only some builds have, else `*`.
   */
  all: 3,
  /**
   * a: module: its names are seen here as if declared, and not exported (`import a.b.*`, `using`). The exported name is `*` too.
   * In Java b: string of the path of types in it whose members are opened (`import static a.b.C.*`), `*` for the module's own names.
   */
  opens: 4,
} as const;

/**
 * The name of what a file opens for all files of its project (C#: `global using`): entities like imports that are declared for the whole program.
 * Every file for which that may be has it among its strings.
 */
export const openedForAll = 'global using';

/**
 * Rust: with the name of a module behind it, the name that a file declares for the program which has that module, or something of it, in some
 * builds, and something else under the same name in others. Each file has it with the names of the modules that it is or lies in among its strings.
 */
export const cfgModule = 'cfg ';

/** Rust: stands before the path of a file in a module's specifier, where an attribute gives a module that file. */
export const pathMark = 'path:';

/** The name of a variable whose members are seen by their names alone in its scope (Scala: `import a.b._` of a value); `listB`: the path's first name. */
export const openedValue = 'import *';

/**
 * Positions of arguments that are not counted (Swift): of a closure behind the call, which is the last function that the callee takes, or the first where
 * others with labels follow, and of what has a label, that of the label's string more than `labelled`.
 */
export const uncounted = { first: 998, trailing: 999, labelled: 1000 } as const;

/** kind, node, line, column, scope: what is named where. The node is a `name`, `member`, `named` or any callee. */
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
} as const;

export interface FileSummary {
  strings: string[];
  nodes: Int32Array;
  scopes: Int32Array;
  entities: Int32Array;
  exports: Int32Array;
  sites: Int32Array;
  /** Pairs of a call's node and the type node that its result has to be. */
  expected: Int32Array;
  /** Specifiers of modules as written; `require` ones start with `\0`. */
  modules: string[];
  /** The file is a script: its top level belongs to the whole program. */
  global: boolean;
  /**
   * What its top level is shared with, where a language has units larger than files: files with the same unit see each other's names without
   * an import (a Go package's folder, a Java package). Starts with the language (`go:pkg/api`). Empty for none.
   */
  unit: string;
}

/** The path under which a unit is a module: a file that exports what all files of the unit export. No file has such a path. */
export function unitPath(unit: string): string {
  return `//${unit}`;
}

/** Of a file that declares nothing and names nothing. */
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
