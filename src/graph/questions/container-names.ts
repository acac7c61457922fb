/** The names of a language's containers (`Dialect.containers`). */

/** A set of words that are separated by white space. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const none: ReadonlySet<string> = new Set();

/** Features that most languages do not have. */
export const noScopeFunctions = { maybeValue: none, itself: none, transforming: none, withReceiver: none };

/** The names of a language's containers and their methods. */
export interface ContainerWords {
  lists: ReadonlySet<string>;
  maps: ReadonlySet<string>;
  promises: ReadonlySet<string>;
  /** Types of functions: `last`: the last argument is the result. */
  functions: ReadonlyMap<string, 'last' | 'none' | 'boolean'>;
  numbers: ReadonlySet<string>;
  /** Methods of a list that return its element. */
  element: ReadonlySet<string>;
  /** Methods that return the same list. */
  list: ReadonlySet<string>;
  /** Methods that pass elements to their function. */
  visit: ReadonlySet<string>;
  /** Methods that pass a pair of elements. */
  pair: ReadonlySet<string>;
  /** Methods that return the results of their function; `flatMap`: the elements of these results. */
  map: ReadonlySet<string>;
  flatMap: ReadonlySet<string>;
  /** Functions that make a list of their arguments. */
  listFactories: ReadonlySet<string>;
  /** Methods of a map that return a value. */
  value: ReadonlySet<string>;
  /** Methods that return an optional value. */
  maybeValue: ReadonlySet<string>;
  /** Functions that pass any receiver to their lambda: `itself` return the receiver, `transforming` the lambda's result. */
  itself: ReadonlySet<string>;
  transforming: ReadonlySet<string>;
  /** Functions that pass their first argument to their lambda as its receiver. */
  withReceiver: ReadonlySet<string>;
}
