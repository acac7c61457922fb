/** A file's language: by its whole name, its longest known extension, or its `#!` line; plain text when none of these matches. */
import type { LanguageTraits } from '../languages/language.ts';

/** Additional extensions by language id, and ids of disabled languages (their files count as plain text). */
export interface LanguageOverrides {
  extensions: ReadonlyMap<string, readonly string[]>;
  disabled: ReadonlySet<string>;
}

export interface LanguageTable<T extends LanguageTraits> {
  /**
   * The languages that a file may have: several where they share the file's extension. The first applies if no other claims the file.
   * @param head the beginning of the file's text, at least its first line
   */
  candidates(path: string, head: string): readonly T[];
}

/** Names of the interpreter of a `#!` line, without `env`: with its version, then with less of it (`python3.11`, `python3`, `python`). */
function interpreterOf(head: string): string[] {
  const line = /^#!\s*(.{1,200})/.exec(head)?.[1];
  if (line === undefined) return [];
  const words = line.trim().split(/\s+/);
  let program = words[0] ?? '';
  if (/(^|\/)env$/.test(program))
    program = words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1);
  return [name, name.replace(/(\d)\.\d.*$/, '$1'), name.replace(/[\d.]+$/, '')];
}

export function languageTable<T extends LanguageTraits>(
  languages: readonly T[],
  overrides?: LanguageOverrides,
): LanguageTable<T> {
  const byId = new Map<string, T>();
  const byExtension = new Map<string, T[]>();
  const byName = new Map<string, T>();
  const byInterpreter = new Map<string, T>();
  const addExtension = (extension: string, language: T, isFirst: boolean): void => {
    const list = byExtension.get(extension) ?? [];
    if (isFirst) list.unshift(language);
    else list.push(language);
    byExtension.set(extension, list);
  };
  for (const language of languages) {
    byId.set(language.id, language);
    if (overrides?.disabled.has(language.id) === true) continue;
    for (const extension of language.extensions) addExtension(extension, language, false);
    for (const name of language.filenames ?? []) byName.set(name, language);
    for (const program of language.interpreters ?? []) byInterpreter.set(program, language);
  }
  for (const [id, extensions] of overrides?.extensions ?? []) {
    const language = byId.get(id);
    if (language === undefined || overrides?.disabled.has(id) === true) continue;
    for (const extension of extensions)
      addExtension(extension.startsWith('.') ? extension : `.${extension}`, language, true);
  }

  function byEnding(name: string): readonly T[] {
    const lower = name.toLowerCase();
    for (let dot = lower.indexOf('.', 1); dot !== -1; dot = lower.indexOf('.', dot + 1)) {
      const found = byExtension.get(lower.slice(dot));
      if (found !== undefined) return found;
    }
    return [];
  }

  return {
    candidates(path, head) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const languageOfName = byName.get(name);
      if (languageOfName !== undefined) return [languageOfName];
      const candidates = byEnding(name);
      // A notebook's first line names the language of its cells.
      if (candidates.length > 0 && !(candidates[0]!.id === 'notebook' && head.startsWith('#!'))) return candidates;
      for (const program of interpreterOf(head)) {
        const found = byInterpreter.get(program);
        if (found !== undefined) return [found];
      }
      return candidates;
    },
  };
}
