/** Finds by text where the code of a tree has some names: as whole words, outside of comments and strings, at places that may call or hand on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language as Grammar, Parser, type Node } from 'web-tree-sitter';
import { languages } from '../../src/languages/registry.ts';
import { assetUrl } from '../../src/util/assets.ts';

/** A place of a name in code. */
export interface NamePlace {
  path: string;
  language: string;
  name: string;
  /** 1-based, the column in UTF-16 units. */
  line: number;
  column: number;
  /** The trimmed text of the line. */
  text: string;
  /** Whether it is chosen from something (`a.name`, `A::name`). */
  isMember: boolean;
  /** Whether it is called or constructed. */
  isCalled: boolean;
  /** Whether it is called as a macro (`name!(…)`), which has a namespace of its own. */
  isMacro: boolean;
  /** The ranges of lines of the scopes that contain the place, innermost first; the last is the file. */
  scopes: readonly { from: number; to: number }[];
}

/** What stands before a name that is called, or chosen from something. */
const beforeMember = /(?:\.|::|->|\?\.)\s*$/;
/** What stands after a name that is called, perhaps with type arguments, or as a macro. */
const afterCall = /^(?:!?\s*\(|![[{]|::<|<[^<>;=(){}]*>\s*\(|[ \t]*\{)/;
const beforeValue = /(?:[(,[=&]|=>|\breturn)\s*$/;
/** A part of a path, and the target of an assignment. */
const afterOther = /^(?:\s*::(?!<)|\s*(?:[-+*/|&?]{1,2})?=(?![=>]))/;
/** Keywords that declare what follows, in code that no parser reads as a declaration, such as a macro. */
const beforeDeclared = /\b(?:fn|def|fun|func|function|class|struct|trait|enum|object|interface|mod|module)\s+$/;
const afterValue = /^\s*[,)\];}]/;

const interpolations = /^(?:interpolation|interpolated_(?:identifier|expression)|template_substitution|substitution)$/;
const texts = /comment|string|heredoc|char(?:acter)?_literal|rune_literal|regex|symbol/;
const imports = /import|^use_declaration|^using_directive|^namespace_use|^package_/;
/** Nodes whose names are types, or parts of the path of a type. */
const types = /^(?:user_type|scoped_type_identifier|qualified_type|type_arguments|generic_type)$/;
const scopes =
  /function|method|lambda|closure|block|body|arrow|class|module|program|constructor|do$|^(?:def|for|if|while|match|switch)/;

/** The names that a text has, as whole words. */
function* wordsIn(text: string, names: ReadonlySet<string>): Iterable<{ name: string; at: number }> {
  for (const { 0: name, index } of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
    if (names.has(name)) yield { name, at: index };
}

/** Whether a leaf is the name of an attribute of a field or variant. Rust has no attribute macros there: it is an argument of derived code. */
function isHelper(leaf: Node): boolean {
  return (
    leaf.parent?.type === 'attribute' &&
    /^(?:ordered_)?field_declaration_list$|^enum_variant_list$/.test(leaf.parent.parent?.parent?.type ?? '')
  );
}

/** Whether a leaf is code that may call, and not in an import or a type. */
function isCode(leaf: Node): boolean {
  if (isHelper(leaf) || (leaf.parent !== null && types.test(leaf.parent.type))) return false;
  for (let node: Node | null = leaf; node !== null; node = node.parent) {
    if (interpolations.test(node.type)) return true;
    if (texts.test(node.type) || imports.test(node.type)) return false;
  }
  return true;
}

function scopesOf(leaf: Node): NamePlace['scopes'] {
  const found: { from: number; to: number }[] = [];
  for (let node: Node | null = leaf.parent; node !== null; node = node.parent)
    if (scopes.test(node.type)) found.push({ from: node.startPosition.row + 1, to: node.endPosition.row + 1 });
  return found;
}

/** The grammar that reads a file; null for a language without one. */
async function grammarOf(language: string, path: string): Promise<string | null> {
  const found = await languages.find(({ id }) => id === language)?.load();
  return (found?.grammarFor?.(path) ?? found?.grammar)?.wasm ?? null;
}

export class NamePlaces {
  readonly #root: string;
  readonly #parsers = new Map<string, Parser>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The places of names in files. Names without a call-like place have no entry. */
  async of(
    files: readonly { path: string; language: string }[],
    names: ReadonlySet<string>,
  ): Promise<Map<string, NamePlace[]>> {
    const found = new Map<string, NamePlace[]>();
    for (const { path, language } of files) {
      const text = readFileSync(join(this.#root, path), 'utf8');
      const words = [...wordsIn(text, names)];
      if (words.length === 0) continue;
      const tree = (await this.#parserFor(path, language))?.parse(text) ?? null;
      if (tree === null) continue;
      for (const { name, at } of words) {
        const place = placeAt({ path, language, text, root: tree.rootNode }, name, at);
        if (place !== null) found.set(name, [...(found.get(name) ?? []), place]);
      }
      tree.delete();
    }
    return found;
  }

  async #parserFor(path: string, language: string): Promise<Parser | null> {
    const wasm = await grammarOf(language, path);
    if (wasm === null) return null;
    let parser = this.#parsers.get(wasm);
    if (parser !== undefined) return parser;
    await Parser.init();
    parser = new Parser();
    parser.setLanguage(await Grammar.load(readFileSync(assetUrl(`grammars/${wasm}`))));
    this.#parsers.set(wasm, parser);
    return parser;
  }
}

/** A name in a text as a place of code that may call or hand on; null where it is none. */
function placeAt(
  { path, language, text, root }: { path: string; language: string; text: string; root: Node },
  name: string,
  at: number,
): NamePlace | null {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const [lineText = ''] = text.slice(lineStart).split('\n', 1);
  const [before, after] = [text.slice(Math.max(0, at - 200), at), text.slice(at + name.length, at + name.length + 200)];
  if (afterOther.test(after) || beforeDeclared.test(before)) return null;
  const isMember = beforeMember.test(before);
  const isCalled = afterCall.test(after) || /\bnew\s+(?:\w+\.)*$/.test(before);
  if (!isMember && !isCalled && !(beforeValue.test(before) && afterValue.test(after))) return null;
  const leaf = root.descendantForIndex(at, at + 1);
  if (leaf === null || !leaf.text.includes(name) || leaf.text.length > name.length + 1 || !isCode(leaf)) return null;
  const line = text.slice(0, at).split('\n').length;
  const row = { line, column: at - lineStart + 1, text: lineText.trim().slice(0, 160) };
  return { path, language, name, ...row, isMember, isCalled, isMacro: /^![([{]/.test(after), scopes: scopesOf(leaf) };
}
