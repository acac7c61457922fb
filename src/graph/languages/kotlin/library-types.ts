/** Result types of Kotlin's own functions, and of Java's that Kotlin calls, which choose between overloads. */
import { typesByMethod } from '../jvm-types.ts';

const byName = typesByMethod({
  Int: 'toInt indexOf lastIndexOf compareTo hashCode count',
  Long: 'toLong',
  Short: 'toShort',
  Byte: 'toByte',
  Double: 'toDouble',
  Float: 'toFloat',
  Boolean:
    'isEmpty isNotEmpty isBlank isNotBlank isNullOrEmpty contains containsKey startsWith endsWith equals matches',
  String:
    'toString trimIndent trimMargin substring substringBefore substringAfter substringBeforeLast substringAfterLast joinToString ' +
    'toLowerCase toUpperCase lowercase uppercase capitalize decapitalize readText readLine padStart padEnd removePrefix removeSuffix ' +
    'buildString getSimpleName',
  ByteArray: 'toByteArray readBytes',
  CharArray: 'toCharArray',
  Path: 'toPath',
  File: 'toFile',
  URI: 'toURI',
  URL: 'toURL',
  List: 'toList asList subList',
  Set: 'toSet',
  MutableList: 'toMutableList',
  MutableSet: 'toMutableSet',
  Sequence: 'asSequence',
  Reader: 'reader bufferedReader',
  Regex: 'toRegex fromLiteral',
  Class: 'annotationType getClass',
});

/** The name of the type that a function of the library returns; null where it is not known. */
export function kotlinResultType(_: string | null, name: string): string | null {
  return byName.get(name) ?? null;
}

/** The name of the type of a property of the library, whatever type has it; null where it is not known. */
export function kotlinFieldType(_: string, name: string): string | null {
  if (name === 'kotlin') return 'KClass';
  if (name === 'java' || name === 'javaClass' || name === 'javaObjectType') return 'Class';
  return null;
}
