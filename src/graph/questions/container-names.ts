/** The names of a language's containers (`Dialect.containers`). */

/** The set of the words in a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const none: ReadonlySet<string> = new Set();

/** For languages without scope functions (Kotlin's `let`, `apply`) and optional values. */
export const noScopeFunctions = {
  maybeValue: none,
  itself: none,
  transforming: none,
  onReceiver: none,
  builders: new Map<string, string>(),
  withReceiver: none,
};

/** The names of a language's containers and their methods. */
export interface ContainerWords {
  lists: ReadonlySet<string>;
  maps: ReadonlySet<string>;
  promises: ReadonlySet<string>;
  /** Types of functions, each with its result: the `last` type argument, `none`, or a `boolean`. */
  functions: ReadonlyMap<string, 'last' | 'none' | 'boolean'>;
  numbers: ReadonlySet<string>;
  /** Methods of a list that return an element. */
  element: ReadonlySet<string>;
  /** Methods of a list that return a list of the same elements. */
  list: ReadonlySet<string>;
  /** Methods of a list that pass an element to their function. */
  visit: ReadonlySet<string>;
  /** Methods of a list that pass two elements to their function. */
  pair: ReadonlySet<string>;
  /** Methods that return a list of their function's results. `flatMap`: of the elements of these results. */
  map: ReadonlySet<string>;
  flatMap: ReadonlySet<string>;
  /** Functions that make a list of their arguments. */
  listFactories: ReadonlySet<string>;
  /** Methods of a map that return a value. */
  value: ReadonlySet<string>;
  /** Methods of a map that return an optional value. */
  maybeValue: ReadonlySet<string>;
  /**
   * Functions that can be called on any receiver, and pass the receiver to their lambda. Those of `itself` return the receiver, those of `transforming`
   * the lambda's result.
   */
  itself: ReadonlySet<string>;
  transforming: ReadonlySet<string>;
  /** Of these, those whose lambda has the receiver as its own receiver, not as its parameter. */
  onReceiver: ReadonlySet<string>;
  /** Functions without a receiver that pass a new object of a library's type to their lambda as its receiver. */
  builders: ReadonlyMap<string, string>;
  /** Functions that pass their first argument to their lambda as its receiver. */
  withReceiver: ReadonlySet<string>;
}
