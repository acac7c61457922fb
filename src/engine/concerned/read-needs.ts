/** Reads what another node asks about repositories, and looks whether an answer is whole. Nothing of a message is believed. */
import {
  isBool,
  isCount,
  isList,
  isListOf,
  isName,
  isObject,
  nullOr as orNull,
  type Is,
} from '../phases/answer-shapes.ts';
import { bool, count, list, nullOr, object, oneOf, refused, text, type Check } from '../phases/checks.ts';
import {
  longestName,
  longestSymbol,
  mostModules,
  mostNames,
  mostPackages,
  mostRequired,
  type AskedNeeds,
  type NameFound,
  type NeedKind,
  type NeedKinds,
  type PathFound,
  type Repositories,
  type WrittenFound,
} from './needs.ts';

/** A message asks about so many symbols, paths, words or packages at once. */
const mostAtOnce = 10;

const ecosystem = oneOf('npm', 'go', 'python', 'cargo', 'maven', 'nuget', 'composer', 'rubygems');

function short(most: number): Check<string> {
  return (value, what) => {
    if (text(value, what).length > most) throw refused(what, `a text of at most ${most} characters`);
    return value as string;
  };
}

const symbol = short(longestSymbol);
const name = short(longestName);
const users = object({
  provided: list(
    object({ ecosystem, packages: list(object({ name, modules: list(name, mostModules) }), mostPackages) }),
    1,
  ),
  mentions: object({ names: nullOr(list(name, mostNames)), isWhole: bool }),
});
const required = object({ name }, { renamed: name });
const needed = object({ ecosystem, requires: list(required, mostRequired), modules: list(name, mostModules) });

const readers: { [Kind in NeedKind]: Check<NeedKinds[Kind]['needs'][]> } = {
  written: list(symbol, mostAtOnce),
  near: list(symbol, mostAtOnce),
  path: list(symbol, mostAtOnce),
  name: list(name, mostNames),
  counted: list(object({ name, container: nullOr(name) }), mostNames),
  word: list(name, mostAtOnce),
  users: list(users, 1),
  providers: list(list(needed, 1), 1),
  chunk: list(object({ pathKey: count, key: count }), mostAtOnce),
};

/** Throws a `ValidationError`. */
export const needs: Check<AskedNeeds> = (value, what) => {
  const kinds = Object.keys(readers) as NeedKind[];
  const { of, needs: asked } = object({ of: oneOf(...kinds), needs: (one: unknown) => one })(value, what);
  return { of, needs: readers[of](asked, `${what}.needs`) } as AskedNeeds;
};

/** What answers say of repositories: they name those that were asked. */
function answersOf(known: ReadonlySet<string>): { [Kind in NeedKind]: Is } {
  const names = isList((value) => known.has(value as string));
  const repositories = isObject<Repositories>({ names, more: isCount });
  return {
    written: isObject<WrittenFound>({ level: orNull(isCount), names, more: isCount }),
    near: isList(isName),
    path: isObject<PathFound>({ isExact: isBool, names, more: isCount }),
    name: isObject<NameFound>({ defining: repositories, files: isCount, open: repositories }),
    counted: isObject<NeedKinds['counted']['found']>({ all: isCount, inside: isCount }),
    ...{ word: repositories, users: repositories, providers: repositories, chunk: repositories },
  };
}

/** Whether an answer is whole. @param names of the repositories that were asked */
export function isNeedsAnswer({ of, needs: asked }: AskedNeeds, names: ReadonlySet<string>): Is {
  return isListOf(asked.length, answersOf(names)[of]);
}
