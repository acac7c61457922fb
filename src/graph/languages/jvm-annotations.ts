/** Annotations and modifiers of Java, Kotlin and Scala that never call what they stand before. */
export const inertAnnotations: ReadonlySet<string> = new Set(
  (
    'Override Deprecated SuppressWarnings SafeVarargs FunctionalInterface Nullable NonNull NotNull Nonnull CheckReturnValue ' +
    'VisibleForTesting Suppress JvmStatic JvmOverloads JvmName JvmField Throws OptIn tailrec inline deprecated throws nowarn ' +
    'unchecked implicitNotFound'
  ).split(' '),
);
