/** Result types of Java's own methods, which choose between overloads: `append(String.format(…))` is `append(String)`. */
import { typesByMethod } from '../jvm-types.ts';

/** Names of methods by the type that they return, whatever library class declares them. */
const byName: Readonly<Record<string, string>> = {
  int: 'length size indexOf lastIndexOf hashCode compareTo compareToIgnoreCase ordinal getNumericValue codePointAt bitCount',
  boolean:
    'isEmpty isBlank equals equalsIgnoreCase contains containsKey containsValue startsWith endsWith hasNext hasPrevious matches isInstance ' +
    'isAssignableFrom isArray isInterface isEnum isAnnotationPresent isPresent',
  String:
    'toString trim strip substring toLowerCase toUpperCase concat repeat replaceAll replaceFirst getSimpleName getCanonicalName getMessage ' +
    'getLocalizedMessage lineSeparator getProperty readLine toPattern formatted',
  char: 'charAt charValue',
  long: 'getTimeInMillis currentTimeMillis nanoTime toMillis toNanos longValueExact',
  Date: 'getTime',
  Class: 'getClass getSuperclass getEnclosingClass getDeclaringClass getComponentType',
  Iterator: 'iterator descendingIterator elements',
  ListIterator: 'listIterator',
  Stream: 'stream parallelStream boxed mapToObj',
  CharSequence: 'subSequence',
  'Object[]': 'toArray getEnumConstants',
  'Class[]': 'getParameterTypes getInterfaces getExceptionTypes',
  'Type[]':
    'getActualTypeArguments getBounds getUpperBounds getLowerBounds getGenericInterfaces getGenericParameterTypes',
  'String[]': 'getISOCountries getISOLanguages getAvailableIDs split',
};

/** Static methods by their class, then by the type that they return. */
const byClass: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  String: { String: 'format valueOf copyValueOf join' },
  Integer: {
    int: 'parseInt compare signum sum max min reverse hashCode',
    String: 'toString toHexString toBinaryString',
  },
  Long: { long: 'parseLong sum max min reverse', int: 'compare signum hashCode', String: 'toString toHexString' },
  Double: {
    double: 'parseDouble longBitsToDouble sum max min',
    long: 'doubleToLongBits doubleToRawLongBits',
    int: 'compare hashCode',
  },
  Float: { float: 'parseFloat intBitsToFloat sum max min', int: 'floatToIntBits floatToRawIntBits compare hashCode' },
  Boolean: { boolean: 'parseBoolean logicalAnd logicalOr logicalXor', int: 'compare hashCode' },
  Character: {
    int: 'getNumericValue codePointAt toCodePoint getType hashCode compare',
    boolean: 'isDigit isLetter isLetterOrDigit isWhitespace isUpperCase isLowerCase isSurrogate isISOControl',
    'char[]': 'toChars',
  },
  Math: {
    double: 'sqrt cbrt pow exp log log10 sin cos tan floor ceil random hypot',
    int: 'toIntExact',
    long: 'floorToLong',
  },
  System: { long: 'currentTimeMillis nanoTime', String: 'getProperty getenv lineSeparator', int: 'identityHashCode' },
  Objects: { boolean: 'equals deepEquals isNull nonNull', int: 'hash hashCode checkIndex', String: 'toString' },
  Arrays: { String: 'toString deepToString', int: 'hashCode binarySearch', boolean: 'equals deepEquals' },
};

const ofAny = typesByMethod(byName);
const ofClass: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(byClass).map(([type, names]) => [type, typesByMethod(names)]),
);

/**
 * The type that a method of the library returns; null where it is not known.
 * @param owner the class's name in a static call, any other name in a call on a variable; null for a call on another expression
 */
export function javaResultType(owner: string | null, name: string): string | null {
  const statics = owner === null ? undefined : ofClass.get(owner);
  return statics?.get(name) ?? ofAny.get(name) ?? null;
}

/** The name of the type of a static field of the library; null where it is not known. */
export function javaFieldType(owner: string, name: string): string | null {
  if (owner !== 'System') return null;
  return name === 'in' ? 'InputStream' : name === 'out' || name === 'err' ? 'PrintStream' : null;
}
