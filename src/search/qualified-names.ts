/**
 * Names that a question gives with what contains them: `Cart.total`, `cart::total`, `Cart#total`, `cart->total`, and `Cart total`.
 * Invariant: any text gives some; a name alone gives none.
 */
import { qualifiedName, withoutDuplicateMarks } from '../model/link.ts';

/** A part of a question, as it is written. */
export interface QualifiedName {
  container: string;
  name: string;
  /** Two words that follow one another may be anything else. */
  isJoined: boolean;
}

/** More say nothing of any of them. */
const maxNames = 16;
// Classes of Unicode take V8 up to half a millisecond: they are made where they are asked for.
const chains = (): RegExp => /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->| +)[\p{L}_$][\p{L}\p{N}_$]*)+/gu;
const separators = /(\.|::|#|->| +)/;
/** As types are named: a word of a sentence is no container. */
const typeLike = (): RegExp => /\p{Lu}/u;

/** Each two neighbours of a chain, once. */
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

/** A definition's own names. */
interface Named {
  container: string | null;
  name: string;
}

/** Whether a definition is the one that is named. */
export function isNamed({ container, name }: QualifiedName, definition: Named): boolean {
  return definition.name === name && isIn(container, definition.container);
}

/** Whether its name begins so, capitals or not, for who has not finished it. */
export function isBegun({ container, name, isJoined }: QualifiedName, definition: Named): boolean {
  return (
    isJoined && isIn(container, definition.container) && definition.name.toLowerCase().startsWith(name.toLowerCase())
  );
}

/** What is around a definition is named by its last part. */
function isIn(wanted: string, container: string | null): boolean {
  const around = withoutDuplicateMarks(container);
  return around !== null && (around === wanted || around.endsWith(`.${wanted}`));
}
