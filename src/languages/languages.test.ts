/** Tests every language folder against its samples: golden extractions, and what holds for any text, broken or not. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Extractor } from '../extract/extract.ts';
import { definitionKinds } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import { referenceKinds } from '../model/reference.ts';
import { assetUrl } from '../util/assets.ts';
import type { Language } from './language.ts';
import { languages as entries } from './registry.ts';

interface Sample {
  file: string;
  text: string;
  golden: string;
  language: Language;
}

interface Folder {
  id: string;
  languages: Language[];
  samples: Sample[];
}

const here = import.meta.dirname;

/** The languages that a folder's entry file exports, alone or in an array. */
async function readFolder(id: string): Promise<Folder> {
  const module = (await import(`./${id}/${id}.ts`)) as Record<string, unknown>;
  const languages = Object.values(module)
    .flat()
    .filter(
      (value): value is Language =>
        typeof value === 'object' && value !== null && 'extensions' in value && 'parser' in value,
    );
  const folder = join(here, id, 'sample');
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const samples = files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return {
      file,
      text,
      golden: join(here, id, 'golden', `${file}.json`),
      language: languageOf(languages, file, text),
    };
  });
  return { id, languages, samples };
}

function languageOf(languages: readonly Language[], file: string, text: string): Language {
  const found =
    languages.find((language) => language.filenames?.includes(file)) ??
    languages.find((language) => language.extensions.some((extension) => file.toLowerCase().endsWith(extension))) ??
    languages.find((language) => language.interpreters?.some((program) => text.split('\n', 1)[0]!.includes(program)));
  if (found === undefined) throw new Error(`no language of this folder reads ${file}`);
  return found;
}

const folders = await Promise.all(
  readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, `${entry.name}.ts`)))
    .map((entry) => readFolder(entry.name)),
);
const languages = folders.flatMap((folder) => folder.languages);
const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

describe('the set of languages', () => {
  it('has an entry file with a language in every folder', () => {
    for (const folder of folders) expect(folder.languages.length, folder.id).toBeGreaterThan(0);
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      if (entry.isDirectory()) expect(existsSync(join(here, entry.name, `${entry.name}.ts`)), entry.name).toBe(true);
    }
  });

  it('uses each id once', () => {
    const ids = languages.map((language) => language.id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]*$/);
  });

  it('gives each extension, file name and interpreter to one language, except for languages that claim files by their first lines', () => {
    const claims = (list: (language: Language) => readonly string[]): string[] =>
      languages.flatMap((language) => {
        // A language with `claims` may share the extension of another (`.h`).
        return language.claims === undefined ? [...new Set(list(language))] : [];
      });
    for (const list of [
      (language: Language) => language.extensions,
      (language: Language) => language.filenames ?? [],
      (language: Language) => language.interpreters ?? [],
    ]) {
      const all = claims(list);
      expect(all).toEqual([...new Set(all)]);
    }
    for (const language of languages)
      for (const extension of language.extensions) expect(extension).toMatch(/^\.[a-z0-9_+.-]+$/);
  });

  it('has one nature for all languages that share an extension, because it is needed before they are loaded', () => {
    const natures = new Map<string, Set<string>>();
    for (const { extensions, nature } of languages)
      for (const ending of extensions) natures.set(ending, (natures.get(ending) ?? new Set()).add(nature));
    expect([...natures].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  it('has the traits of every language in its table', async () => {
    for (const entry of entries) {
      const language = await entry.load();
      const { id, name, nature, parser, extensions, filenames = [], interpreters = [], keywords } = language;
      const isLinked =
        language.grammar?.summary !== undefined || parser === 'ecmascript' || language.embedded !== undefined;
      const isPlain = language.grammar?.parse !== undefined;
      const traits = { id, name, nature, parser, isLinked, isPlain, extensions, filenames, interpreters, keywords };
      expect({ ...entry, load: null }).toEqual({ ...traits, load: null });
      expect(languages).toContain(language);
    }
    expect(entries).toHaveLength(languages.length);
  });

  it('captures references by the query only in languages without a summary', () => {
    for (const { id, grammar } of languages) {
      if (grammar?.summary !== undefined) expect(grammar.query, id).not.toContain('@reference');
      else expect(grammar?.parse, id).toBeUndefined();
    }
  });

  it('lists each keyword once, in lower case', () => {
    for (const { id, keywords } of languages) {
      expect(keywords, id).toEqual(keywords.map((word) => word.toLowerCase()));
      expect(keywords.length, id).toBe(new Set(keywords).size);
      expect(keywords, id).not.toContain('');
    }
  });
});

/**
 * The language without its own parser. The tests of that parser compare it with the grammar, so the golden files must test the
 * grammar's query.
 */
function byGrammar(language: Language): Language {
  if (language.grammar?.parse === undefined) return language;
  const { parse: _, ...grammar } = language.grammar;
  return { ...language, grammar };
}

/** What holds for the extraction of any text. */
function checkSound(extraction: Extraction, text: string): void {
  const lines = text.split('\n');
  const wrong: string[] = [];
  const check = (holds: boolean, what: string, item: unknown): void => {
    if (!holds && wrong.length < 5) wrong.push(`${what}: ${JSON.stringify(item)}`);
  };
  let before = { startLine: 1, startColumn: 1 };
  for (const definition of extraction.definitions) {
    const { line, column, startLine, startColumn, endLine, endColumn, name } = definition;
    check(name !== '' && definitionKinds.includes(definition.kind), 'name and kind', definition);
    check(1 <= startLine && startLine <= endLine && endLine <= lines.length, 'lines', definition);
    check(startLine < endLine || startColumn < endColumn, 'columns', definition);
    check(
      startColumn >= 1 && endColumn >= 1 && endColumn <= lines[endLine - 1]!.length + 1,
      'ends in its line',
      definition,
    );
    check(startLine <= line && line <= endLine, 'name in the span', definition);
    // A component that is a whole file has the file's name.
    const isFile = definition.kind === 'component' && startLine === 1 && endLine === lines.length;
    const isThere = lines[line - 1]!.startsWith(name.split('\n', 1)[0]!, column - 1);
    check(isFile || isThere, 'name where it says', definition);
    check(
      startLine > before.startLine || (startLine === before.startLine && startColumn >= before.startColumn),
      'order',
      definition,
    );
    check(
      definition.signature === null || (definition.signature.length <= 200 && definition.signature !== ''),
      'signature',
      definition,
    );
    check(
      definition.docstring === null || (definition.docstring.length <= 1000 && definition.docstring !== ''),
      'docstring',
      definition,
    );
    before = definition;
  }
  let last = 1;
  for (const reference of extraction.references) {
    const { line, column, container, name, kind } = reference;
    check(name !== '' && referenceKinds.includes(kind), 'reference', reference);
    check(line >= last && line <= lines.length && column >= 1, 'order and place of a reference', reference);
    check(lines[line - 1]!.startsWith(name.split('\n', 1)[0]!, column - 1), 'reference where it says', reference);
    check(container >= -1 && container < extraction.definitions.length, 'container of a reference', reference);
    check(
      reference.receiver === null || (reference.receiver !== '' && reference.receiver.length <= 80),
      'receiver',
      reference,
    );
    last = line;
  }
  for (const item of extraction.imports) {
    check(item.module !== '' && item.line >= 1 && item.line <= lines.length && item.column >= 1, 'import', item);
    check(
      item.names.every(({ name, alias }) => name !== '' && alias !== ''),
      'imported names',
      item,
    );
  }
  for (const comment of extraction.comments) {
    check(1 <= comment.line && comment.line <= comment.endLine && comment.endLine <= lines.length, 'comment', comment);
  }
  check(!extraction.issues.some((issue) => issue.code === 'internal'), 'no internal issue', extraction.issues);
  expect(wrong).toEqual([]);
}

/** The text cut short, or with a brace, bracket or quote removed, at about every fiftieth offset. */
function* broken(text: string): Generator<string> {
  const step = Math.max(50, Math.ceil(text.length / 80));
  for (let at = step; at < text.length; at += step) {
    yield text.slice(0, at);
    const mark = text.slice(at).search(/[{}()[\]<>"':;]/);
    if (mark !== -1) yield text.slice(0, at + mark) + text.slice(at + mark + 1);
  }
}

for (const folder of folders) {
  describe(folder.id, () => {
    it('has a sample for every language', () => {
      for (const language of folder.languages) {
        if (language.parser === 'text') continue;
        expect(folder.samples.map((sample) => sample.language.id)).toContain(language.id);
      }
    });

    for (const sample of folder.samples) {
      it(`reads ${sample.file}`, async () => {
        const extraction = await extractor.extract(byGrammar(sample.language), sample.file, sample.text);
        checkSound(extraction, sample.text);
        // A summary is all numbers, and linking has tests of its own.
        const { summary: _, macros, ...rest } = extraction;
        const shown = macros === null ? rest : { ...rest, macros };
        const json = `${JSON.stringify(shown, null, 2)}\n`;
        if (process.env['UPDATE_GOLDEN'] === '1') {
          mkdirSync(join(here, folder.id, 'golden'), { recursive: true });
          writeFileSync(sample.golden, json);
        }
        expect(json).toBe(readFileSync(sample.golden, 'utf8'));
        expect(extraction.issues).toEqual([]);
      });

      it(`reads ${sample.file} when it is cut off or damaged`, async () => {
        for (const text of broken(sample.text)) {
          checkSound(await extractor.extract(sample.language, sample.file, text), text);
        }
      });
    }
  });
}
