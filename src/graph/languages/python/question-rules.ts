/** Python: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { hashComment, regionRules, written } from '../region-rules.ts';

/** Decorators that never call what they stand before. */
const inertDecorators: ReadonlySet<string> = new Set(
  (
    'staticmethod classmethod property abstractmethod abc.abstractmethod override typing.override overload typing.overload final ' +
    'typing.final cache lru_cache functools.cache functools.lru_cache cached_property functools.cached_property wraps ' +
    'functools.wraps contextmanager contextlib.contextmanager asynccontextmanager contextlib.asynccontextmanager no_type_check ' +
    'deprecated'
  ).split(' '),
);

export const ofPython: QuestionRules = {
  regions: regionRules(
    [
      written.hash,
      `[fFrRbBuU]{0,2}(?:${written.tripleDouble}|${written.tripleSingle}|${written.doubleQuoted}|${written.singleQuoted})`,
    ],
    hashComment,
    /^[rRbB]?[fF][\s\S]*$(?<=\{[^}]*)/,
  ),
  membersNeedReceiver: true,
  hasNoBraces: true,
  inertDecorators,
  fitsByForm: ({ signature }) => signature?.includes('Protocol') === true,
  // `__add__`, `__iter__`
  runsByItself: ({ name }) => /^__\w+__$/.test(name),
};
