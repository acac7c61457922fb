/** Reads names of symbols as people and programs write them, with additions: `(*App).Start`, `run(int)`, `Box<T>::put`, `func Run`, `.run`. */
import { withoutTypeArguments } from '../../../util/words/type-arguments.ts';

/** The possible readings of a written name, in order of preference. */
export function formsOf(written: string): string[] {
  const plain = written.replace(/\(\)$/, '');
  const bare = bareName(written);
  // Java writes nested classes with `$`, Lua methods with `:`.
  const forms = [plain, written, bare, bare.replaceAll(/(?<=\w)[$:](?=\w)/g, '.')];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Words that may precede the name in a definition. */
const declaring: ReadonlySet<string> = new Set(
  (
    'func fn def fun function method class struct interface trait enum type record object module namespace const let var val static ' +
    'public private protected internal pub export default async abstract final sealed open override virtual inline void new'
  ).split(' '),
);

/** The name without additions; empty for a text of more than one name. */
function bareName(written: string): string {
  // A call on an omitted value begins with its separator: `.run()`.
  const unquoted = written.replace(/^[`'"]+|(?<![`'";])[`'";]+$/g, '').replace(/^(?:\.|->|::|#)+(?=[\w$])/, '');
  // Go writes receivers in brackets: `(*App).Start`.
  const opened = unquoted.replaceAll(/\(\s*(?:[*&]\s*)?([\w.]+)\s*\)(?=\.)/g, '$1');
  const declared = withoutTypeArguments(opened.replace(/(?<=[\w>])\s*\(.*$/s, '')).trim();
  const words = declared.split(/\s+/);
  const name = words.pop() ?? '';
  if (!words.every((word) => declaring.has(word))) return '';
  // Without its type arguments, Rust's `Box::<T>::put` is `Box::::put`.
  return name.replace(/^[*&@]+/, '').replaceAll(/:{3,}/g, '::');
}

/** The names in `Outer.name`, `Outer::name`, `Outer#name`, `Outer->name` and `Outer\name`. */
export function partsOf(form: string): string[] {
  return form.split(/\.|::|(?<=[^.:#])#|->(?=\w)|\\(?=\w)/);
}

/** The path and the first line of `src/a.ts:12`, `src/a.ts:12:5` or `src/a.ts:12-20`; null for any other text. */
export function placeIn(written: string): { path: string; line: number } | null {
  const found = /^(.+?):(\d{1,9})(?:[-:]\d+)?$/s.exec(written);
  return found === null ? null : { path: found[1]!, line: Number(found[2]) };
}
