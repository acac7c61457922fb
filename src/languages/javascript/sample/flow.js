// @flow
import type { Store } from './store';

export type Options = { depth: ?number };

export function run(store: Store, options?: Options): Array<string> {
  return store.keys();
}
