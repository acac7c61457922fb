/**
 * Names that a query gives with their container: `Cart.total`, `cart::total`, `Cart#total`, `cart->total`, and `Cart total`.
 * Invariant: any text is accepted; a single name yields none.
 */
import { qualifiedName, withoutDuplicateMarks } from '../model/link.ts';

/** A qualified name of a query, as written. */
export interface QualifiedName {
  container: string;
  name: string;
  /** Whether a separator joins container and name. Two successive words may mean something else. */
  isJoined: boolean;
}

/** Maximum number of names; with more, none of them says much. */
const maxNames = 16;
// Unicode classes take V8 up to half a millisecond to compile, so the patterns are made on demand.
/** Also a name alone: where it did not match, each of its characters would be tried as the first one of a chain. */
const chains = (): RegExp => /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->| +)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
const separators = /(\.|::|#|->| +)/;
/** Matches names with a capital, which may be types. Before a space only these are containers; other words belong to a sentence. */
const typeLike = (): RegExp => /\p{Lu}/u;

/** Each pair of neighbours in a chain, once. */
export function qualifiedNames(query: string): readonly QualifiedName[] {
  const found = new Map<string, QualifiedName>();
  for (const [chain] of query.matchAll(chains())) {
    const parts = chain.split(separators);
    for (let at = 2; at < parts.length && found.size < maxNames; at += 2) {
      const [container, separator, name] = [parts[at - 2]!, parts[at - 1]!, parts[at]!];
      const isJoined = !separator.startsWith(' ');
      if (!isJoined && !typeLike().test(container)) continue;
      found.set(qualifiedName({ container, name }), { container, name, isJoined });
    }
  }
  return [...found.values()];
}

/** The container and name of a definition. */
interface Named {
  container: string | null;
  name: string;
}

/** Whether a definition has this qualified name. */
export function isNamed({ container, name }: QualifiedName, definition: Named): boolean {
  return definition.name === name && endsContainer(container, definition.container);
}

/** Whether a definition's name begins with this name, ignoring case: the user may not have finished typing. */
export function isPrefixOf({ container, name, isJoined }: QualifiedName, definition: Named): boolean {
  return (
    isJoined &&
    endsContainer(container, definition.container) &&
    definition.name.toLowerCase().startsWith(name.toLowerCase())
  );
}

/** Whether the last parts of a definition's container are the wanted ones. */
function endsContainer(wanted: string, container: string | null): boolean {
  const plain = withoutDuplicateMarks(container);
  return plain !== null && (plain === wanted || plain.endsWith(`.${wanted}`));
}
