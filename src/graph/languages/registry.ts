/** The list of all dialects. The code that opens a program passes them to the linker's core, which imports none of them. */
import { plainRules } from '../program/language-rules.ts';
import { c, cpp } from './c/dialect.ts';
import { csharp } from './csharp/dialect.ts';
import { dart } from './dart/dialect.ts';
import type { Dialect } from './dialect.ts';
import { javascript, typescript } from './ecmascript/dialect.ts';
import { elixir } from './elixir/dialect.ts';
import { go } from './go/dialect.ts';
import { java } from './java/dialect.ts';
import { kotlin } from './kotlin/dialect.ts';
import { lua } from './lua/dialect.ts';
import { php } from './php/dialect.ts';
import { python } from './python/dialect.ts';
import { ruby } from './ruby/dialect.ts';
import { rust } from './rust/dialect.ts';
import { scala } from './scala/dialect.ts';
import { swift } from './swift/dialect.ts';

/** All dialects, one for each language that is linked. */
export const dialects: readonly Dialect[] = [
  c,
  cpp,
  csharp,
  dart,
  elixir,
  go,
  java,
  javascript,
  kotlin,
  lua,
  php,
  python,
  ruby,
  rust,
  scala,
  swift,
  typescript,
];

/** Dialects by language id. Scripts of Vue components are linked as TypeScript. */
const byLanguage: ReadonlyMap<string, Dialect> = new Map([
  ...dialects.map((one): [string, Dialect] => [one.linkedAs, one]),
  ['vue', typescript],
]);

/** The dialect of a language; the default rules for a language without one. */
export function dialectNamed(language: string): Dialect {
  return byLanguage.get(language) ?? plainRules(language);
}
