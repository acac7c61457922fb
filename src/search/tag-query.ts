/** Converts a tag to terms of the index: its parts, the whole, and synonyms with weights. */
import { identifierTerms, splitIdentifier, stem } from '../util/words/words.ts';

export interface QueryTerm {
  term: string;
  /** 0 to 1: how reliably a match of this term is a match of the tag. */
  weight: number;
}

export interface QueryTag {
  /** The tag as the caller wrote it. */
  tag: string;
  /** Terms of the parts of the tag (`get`, `user` of `getUser`). */
  parts: string[];
  /** The parts joined as a term; null for fewer than two parts, and for texts that are never terms (too short or too long, numbers, encoded data). */
  whole: string | null;
  /** Synonyms of the parts. */
  expansions: QueryTerm[];
}

/**
 * Words that programmers use interchangeably. All members of a group are synonyms; they are written as words, and stemmed on loading.
 * The list is short on purpose: the words of a group are common in code and mean nearly the same in most code bases.
 */
const groups = [
  'auth authentication authenticate',
  'authz authorization authorize',
  'config configuration configure settings',
  'database db',
  'delete remove',
  'directory folder dir',
  'error exception',
  'initialize init initialise',
  'param parameter params',
  'arg argument args',
  'repo repository',
  'env environment',
  'msg message',
  'req request',
  'res response',
  'async asynchronous',
  'func function',
  'util utility utils',
  'doc documentation docs',
  'attr attribute attrs',
  'lib library',
  'spec specification',
  'exec execute execution',
  'impl implementation implement',
  'serialize serialization serialise serializer',
  'deserialize deserialization deserialise deserializer',
  'middleware interceptor',
  'i18n internationalization translation',
  'regex regexp',
  'url uri',
  'ctx context',
  'cmd command',
  'prop property props',
  'var variable',
  'temp temporary tmp',
  'sync synchronize synchronous',
  'validate validation validator',
];

const synonyms = new Map<string, Set<string>>();
for (const group of groups) {
  const stems = group.split(' ').map((word) => stem(word));
  for (const one of stems) {
    const others = synonyms.get(one) ?? new Set<string>();
    for (const other of stems) if (other !== one) others.add(other);
    synonyms.set(one, others);
  }
}

/** Weight of a synonym, where the part of which it is one weighs 1. A tag of n parts divides all of these weights by n. */
export const synonymWeight = 0.4;

export function parseTag(tag: string): QueryTag {
  const { parts, whole } = identifierTerms(tag);
  const expansions: QueryTerm[] = [];
  const words = parts.length > 0 ? parts : splitIdentifier(tag);
  for (const part of words) {
    for (const other of synonyms.get(part) ?? []) {
      expansions.push({ term: other, weight: synonymWeight / words.length });
    }
  }
  return { tag, parts, whole, expansions };
}
