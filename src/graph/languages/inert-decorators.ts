/** Decorators, annotations and attributes that never call what they stand before, by language. */

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const jvm =
  'Override Deprecated SuppressWarnings SafeVarargs FunctionalInterface Nullable NonNull NotNull Nonnull CheckReturnValue ' +
  'VisibleForTesting Suppress JvmStatic JvmOverloads JvmName JvmField Throws OptIn tailrec inline deprecated throws nowarn unchecked ' +
  'implicitNotFound';
const ecmascript = 'override deprecated';

export const inertDecorators: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    python:
      'staticmethod classmethod property abstractmethod abc.abstractmethod override typing.override overload typing.overload final typing.final ' +
      'cache lru_cache functools.cache functools.lru_cache cached_property functools.cached_property wraps functools.wraps contextmanager ' +
      'contextlib.contextmanager asynccontextmanager contextlib.asynccontextmanager no_type_check deprecated',
    java: jvm,
    kotlin: jvm,
    scala: jvm,
    csharp:
      'Obsolete MethodImpl Conditional Pure DebuggerStepThrough DebuggerHidden ExcludeFromCodeCoverage SuppressMessage Browsable',
    rust:
      'inline must_use allow warn deny expect cfg cfg_attr doc deprecated cold track_caller target_feature automatically_derived ' +
      'non_exhaustive rustfmt::skip',
    swift:
      'discardableResult available inlinable inline usableFromInline MainActor nonobjc escaping autoclosure Sendable frozen warn_unqualified_access',
    dart: 'override deprecated Deprecated protected visibleForTesting mustCallSuper nonVirtual immutable required optionalTypeArgs internal',
    php: 'Override Deprecated ReturnTypeWillChange SensitiveParameter Pure',
    typescript: ecmascript,
    javascript: ecmascript,
  }).map(([language, names]) => [language, words(names)]),
);
