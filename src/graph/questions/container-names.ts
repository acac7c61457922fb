/** The names by which a language's containers are known (`Dialect.containers`). */

/** A set of words, as they are written with blanks between them. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const none: ReadonlySet<string> = new Set();

/** What most languages have none of. */
export const noScopeFunctions = { maybeValue: none, itself: none, transforming: none, withReceiver: none };

/** The names that a language gives its containers and their methods. */
export interface ContainerWords {
  lists: ReadonlySet<string>;
  maps: ReadonlySet<string>;
  promises: ReadonlySet<string>;
  /** Types of functions: `last`: the last argument is the result. */
  functions: ReadonlyMap<string, 'last' | 'none' | 'boolean'>;
  numbers: ReadonlySet<string>;
  /** Methods of a list that give its element. */
  element: ReadonlySet<string>;
  /** Those that give the same list. */
  list: ReadonlySet<string>;
  /** Those that hand elements to their function. */
  visit: ReadonlySet<string>;
  /** Those that hand a pair of elements. */
  pair: ReadonlySet<string>;
  /** Those that give what their function gives, and those that give what is in that. */
  map: ReadonlySet<string>;
  flatMap: ReadonlySet<string>;
  /** Functions that make a list of what they are given. */
  listFactories: ReadonlySet<string>;
  /** Methods of a map that give a value. */
  value: ReadonlySet<string>;
  /** Those that give what may hold a value. */
  maybeValue: ReadonlySet<string>;
  /** Functions that hand any receiver to their lambda and give it back, and those that give what the lambda gives. */
  itself: ReadonlySet<string>;
  transforming: ReadonlySet<string>;
  /** Functions that hand their first argument to their lambda as its receiver. */
  withReceiver: ReadonlySet<string>;
}
