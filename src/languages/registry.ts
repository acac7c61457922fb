/** Written by `npm run gen` from the folders of src/languages; do not edit. */
import type { Language } from './language.ts';
import { bash } from './bash/bash.ts';
import { c } from './c/c.ts';
import { cpp } from './cpp/cpp.ts';
import { csharp } from './csharp/csharp.ts';
import { elixir } from './elixir/elixir.ts';
import { go } from './go/go.ts';
import { java } from './java/java.ts';
import { javascript } from './javascript/javascript.ts';
import { kotlin } from './kotlin/kotlin.ts';
import { lua } from './lua/lua.ts';
import { php } from './php/php.ts';
import { python } from './python/python.ts';
import { ruby } from './ruby/ruby.ts';
import { rust } from './rust/rust.ts';
import { scala } from './scala/scala.ts';
import { swift } from './swift/swift.ts';
import { text } from './text/text.ts';
import { typescript } from './typescript/typescript.ts';

/** Every language, by folder. */
export const languages: readonly Language[] = [
  bash,
  c,
  cpp,
  csharp,
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
  ...text,
  typescript,
];
