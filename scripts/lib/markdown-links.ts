/**
 * Finds relative links and anchors of Markdown pages that lead nowhere. Links with a scheme are not checked. If the text of a link to a source
 * file is a name as code, as in [`main`](src/cli/main.ts), the name must occur in the file.
 */
import { posix } from 'node:path';

export interface BrokenLink {
  /** Path of the page with the link, relative to the repository. */
  path: string;
  line: number;
  link: string;
  reason: 'no such file' | 'no such heading' | 'no such name in the file' | 'outside the repository';
}

/** The lines of a page, with fenced blocks of code blanked, and with code spans blanked too unless they are to stay. */
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

/** Every anchor of a page: those of its headings, numbered if a heading occurs again, and `id` and `name` in its HTML. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const lines = text.split(/\r?\n/);
  proseLines(text).forEach((prose, index) => {
    const heading = /^ {0,3}#{1,6}\s+\S/.test(prose)
      ? lines[index]!.replace(/^\s*#+\s+/, '').replace(/\s+#+\s*$/, '')
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

const inlineLink = /\]\(\s*(?:<(?<bracketed>[^>]*)>|(?<plain>[^\s()]+(?:\([^\s()]*\)[^\s()]*)*))(?:\s+"[^"]*")?\s*\)/g;
const definedLink = /^ {0,3}\[[^\]]+\]:\s+<?(?<target>[^\s>]+)>?/;
const htmlLink = /<(?:a|img|source)\b[^>]*\s(?:href|src|srcset)="(?<target>[^"]+)"/g;

/** The targets of the links of a page, by line (from 1). */
export function linksOf(text: string): { line: number; link: string }[] {
  return proseLines(text).flatMap((prose, index) => {
    const targets = [
      ...Array.from(prose.matchAll(inlineLink), ({ groups }) => groups!['bracketed'] ?? groups!['plain']!),
      ...[definedLink.exec(prose)?.groups?.['target']].filter((target) => target !== undefined),
      ...Array.from(prose.matchAll(htmlLink), ({ groups }) => groups!['target']!),
    ];
    return targets.map((link) => ({ line: index + 1, link }));
  });
}

const namedLink = /\[`(?<name>[\w$.]+)(?:\(\))?`\]\((?<file>[^)#\s]+\.ts)\)/g;

/** Links whose text is a name of the source file to which they lead. */
function namesOf(text: string): { line: number; name: string; file: string }[] {
  return proseLines(text, 'stay').flatMap((prose, index) =>
    Array.from(prose.matchAll(namedLink), ({ groups }) => ({
      ...{ line: index + 1, name: groups!['name']!, file: groups!['file']! },
    })),
  );
}

/** The links by name whose source file lacks the name. Of `Class.method`, the file needs both parts. */
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
    const pageAnchors = anchors.get(path) ?? anchorsOf(pages.get(path)!);
    anchors.set(path, pageAnchors);
    return pageAnchors.has(anchor);
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
