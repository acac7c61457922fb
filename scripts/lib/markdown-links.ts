/**
 * Relative links and anchors of Markdown pages: which of them lead nowhere. Links with a scheme are not looked at. Where the text of a link to a
 * source file is a name as code, as in [`main`](src/cli/main.ts), the file has to have that name.
 */
import { posix } from 'node:path';

export interface BrokenLink {
  /** Of the page with the link, relative to the repository. */
  path: string;
  line: number;
  link: string;
  reason: 'no such file' | 'no such heading' | 'no such name in the file' | 'outside the repository';
}

/** The lines of a page without what is code: fenced blocks are blank, and code spans unless they are to stay. */
function proseLines(text: string, spans: 'blank' | 'stay' = 'blank'): string[] {
  let fence: string | null = null;
  return text.split(/\r?\n/).map((line) => {
    const mark = /^\s*(?<mark>`{3,}|~{3,})/.exec(line)?.groups?.['mark'];
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null;
      return '';
    }
    if (mark !== undefined) {
      fence = mark;
      return '';
    }
    if (spans === 'stay') return line;
    return line.replaceAll(/(?<ticks>`+)(?!`)[^\n]*?(?<!`)\k<ticks>(?!`)/g, (span) => ' '.repeat(span.length));
  });
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  const text = heading.replaceAll(/!?\[(?<label>[^\]]*)\]\([^)]*\)/g, '$<label>').replaceAll(/[`*]/g, '');
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Every anchor of a page: of its headings, numbered where one occurs again, and of `id` and `name` in its HTML. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const lines = text.split(/\r?\n/);
  proseLines(text).forEach((prose, at) => {
    const heading = /^ {0,3}#{1,6}\s+\S/.test(prose)
      ? lines[at]!.replace(/^\s*#+\s+/, '').replace(/\s+#+\s*$/, '')
      : null;
    if (heading !== null) {
      const anchor = anchorOf(heading);
      let numbered = anchor;
      for (let count = 1; anchors.has(numbered); count++) numbered = `${anchor}-${count}`;
      anchors.add(numbered);
    }
    for (const { groups } of prose.matchAll(/<[^>]*\s(?:id|name)="(?<id>[^"]+)"/g)) anchors.add(groups!['id']!);
  });
  return anchors;
}

const inlineLink = /\]\(\s*(?:<(?<pointed>[^>]*)>|(?<plain>[^\s()]+(?:\([^\s()]*\)[^\s()]*)*))(?:\s+"[^"]*")?\s*\)/g;
const definedLink = /^ {0,3}\[[^\]]+\]:\s+<?(?<target>[^\s>]+)>?/;
const htmlLink = /<(?:a|img|source)\b[^>]*\s(?:href|src|srcset)="(?<target>[^"]+)"/g;

/** The targets of the links of a page, by line (from 1). */
export function linksOf(text: string): { line: number; link: string }[] {
  return proseLines(text).flatMap((prose, at) => {
    const targets = [
      ...Array.from(prose.matchAll(inlineLink), ({ groups }) => groups!['pointed'] ?? groups!['plain']!),
      ...[definedLink.exec(prose)?.groups?.['target']].filter((target) => target !== undefined),
      ...Array.from(prose.matchAll(htmlLink), ({ groups }) => groups!['target']!),
    ];
    return targets.map((link) => ({ line: at + 1, link }));
  });
}

const namedLink = /\[`(?<name>[\w$.]+)(?:\(\))?`\]\((?<file>[^)#\s]+\.ts)\)/g;

/** Links whose text is a name of the source file to which they lead. */
function namesOf(text: string): { line: number; name: string; file: string }[] {
  return proseLines(text, 'stay').flatMap((prose, at) =>
    Array.from(prose.matchAll(namedLink), ({ groups }) => ({
      ...{ line: at + 1, name: groups!['name']!, file: groups!['file']! },
    })),
  );
}

/** Those of them whose file has no such name: of `Class.method` both have to be in it. */
export function missingNames(pages: ReadonlyMap<string, string>, read: (path: string) => string | null): BrokenLink[] {
  return [...pages].flatMap(([path, text]) =>
    namesOf(text).flatMap(({ line, name, file }): BrokenLink[] => {
      const source = read(posix.join(posix.dirname(path), file));
      const parts = name.endsWith('.ts') ? [] : name.split('.');
      const words = new Set(source?.match(/[\w$]+/g));
      if (source === null || parts.every((part) => words.has(part))) return [];
      return [{ path, line, link: `${name} in ${file}`, reason: 'no such name in the file' }];
    }),
  );
}

/**
 * @param pages texts of all Markdown pages by their paths, which are relative to the repository and have `/` between folders
 * @param exists whether the repository has a file or folder of that path
 */
export function brokenLinks(pages: ReadonlyMap<string, string>, exists: (path: string) => boolean): BrokenLink[] {
  const anchors = new Map<string, Set<string>>();
  const hasAnchor = (path: string, anchor: string): boolean => {
    const known = anchors.get(path) ?? anchorsOf(pages.get(path)!);
    anchors.set(path, known);
    return known.has(anchor);
  };
  const reasonOf = (path: string, link: string): BrokenLink['reason'] | null => {
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) return null;
    const [file = '', anchor = ''] = link.split('#');
    const target = file === '' ? path : posix.join(posix.dirname(path), decodeURIComponent(file)).replace(/\/$/, '');
    if (target.startsWith('..') || file.startsWith('/')) return 'outside the repository';
    if (file !== '' && !exists(target)) return 'no such file';
    if (anchor === '' || !pages.has(target)) return null;
    return hasAnchor(target, decodeURIComponent(anchor)) ? null : 'no such heading';
  };
  return [...pages].flatMap(([path, text]) =>
    linksOf(text).flatMap(({ line, link }) => {
      const reason = reasonOf(path, link);
      return reason === null ? [] : [{ path, line, link, reason }];
    }),
  );
}
