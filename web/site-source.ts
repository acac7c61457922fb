/**
 * Answers of a static site: files beside the page, each a script that hands over a table of answers, because browsers read nothing else from disk.
 * Invariant: what is not in the site is said to be so; nothing is asked of any server.
 */
import {
  answerKey,
  blockStart,
  answerFileOf,
  siteHandover,
  type CodeAnswer,
  type PaletteAnswer,
  type Questions,
  type SiteInfo,
  type SiteNames,
  type SymbolRef,
} from '../src/explorer/contract.ts';
import { SourceError, type Source } from './source.ts';

type Answers = Readonly<Record<string, object>>;

const paletteShown = 50;

const hint = 'A static site has a part of the answers. `code-scout open`, in the project, has all.';

/** The browser makes a script only of a text that this has seen. Only the page of a site may have such a rule: that of a server refuses it. */
function answerFiles(): ScriptUrls | undefined {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrls };
  };
  return trustedTypes?.createPolicy('code-scout-answers', {
    createScriptURL(url) {
      if (!/^answers\/\d+\.js$/.test(url)) throw new TypeError(`${url} is no file of answers`);
      return url;
    },
  });
}
interface ScriptUrls {
  createScriptURL(url: string): string;
}

/** Calls `ready` with what the site says about itself. Its script runs behind that of the page. */
export function onSite(ready: (info: SiteInfo) => void): void {
  Object.assign(globalThis, { [siteHandover.site]: ready });
}

export function siteSource(info: SiteInfo): Source {
  const files = answerFiles();
  const tables = new Map<number, Promise<Answers>>();
  const arrived = new Map<number, Answers>();
  Object.assign(globalThis, {
    [siteHandover.answers]: (bucket: number, answers: Answers) => arrived.set(bucket, answers),
  });
  const table = (bucket: number): Promise<Answers> => {
    const known = tables.get(bucket);
    if (known !== undefined) return known;
    const loading = loadScript(`answers/${bucket}.js`, files).then(() => arrived.get(bucket) ?? {});
    tables.set(bucket, loading);
    return loading;
  };
  const stored = async <T extends object>(question: string, parameters: object): Promise<T | null> => {
    const key = answerKey(question, parameters);
    const answers = await table(answerFileOf(key, info.buckets));
    return Object.hasOwn(answers, key) ? (answers[key] as T) : null;
  };
  let names: Promise<SiteNames | null> | null = null;
  /** Null: it is not in the site. */
  const special: { [Name in keyof Questions]?: (given: Questions[Name]['parameters']) => Promise<object | null> } = {
    projects: () => Promise.resolve({ names: [info.project] }),
    async palette({ q }) {
      const all = await (names ??= stored<SiteNames>('names', {}));
      return all === null ? null : matching(all, q);
    },
    /** Each folder is unfolded by itself: of several the last one is. */
    map: ({ open, ...others }) => stored('map', { ...others, open: open?.split('//').at(-1) }),
    async code({ path, start = 1 }) {
      const block = await stored<CodeAnswer[]>('code', { path, start: blockStart(start) });
      return (
        block?.find(({ startLine, lines }) => startLine <= start && start < startLine + lines.length) ??
        (start === 1 ? null : { ...emptyCode, path, startLine: start, totalLines: start - 1 })
      );
    },
  };
  return {
    isLive: false,
    site: info,
    act: () => Promise.reject(new SourceError('refused', 'A static site has no administration')),
    async get(question, parameters) {
      const answer = await (special[question]?.(parameters) ?? stored(question, parameters));
      if (answer === null)
        throw new SourceError('refused', `Not in this site: ${described(question, parameters)}`, hint);
      return answer as never;
    },
  };
}

/** Lines beyond the last one in the site. */
const emptyCode = {
  ...{ language: null, lines: [], cutLines: [], spans: [], links: [], targets: [], indexed: true },
  note: 'The lines below are not in this site.',
} satisfies Omit<CodeAnswer, 'path' | 'startLine' | 'totalLines'>;

/** What was asked for, as a reader would say it. */
function described(question: string, parameters: object): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) =>
      name === 'id' || name === 'path' || name === 'q' ? String(value) : `${name} ${String(value)}`,
    );
  const what = given.join(', ').slice(0, 300);
  const titles: Readonly<Record<string, string>> = {
    symbol: 'the symbol',
    file: 'the file',
    code: 'the lines of',
    map: 'the map with',
    mapEdge: 'the links',
    impact: 'the impact of',
    unused: 'what is unused in',
    search: 'a search for',
    path: 'the path',
    checks: 'the checks of the installation',
  };
  return `${titles[question] ?? question} ${what}`.trim();
}

function loadScript(url: string, files: ScriptUrls | undefined): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () =>
      failed(new SourceError('gone', `${url} cannot be read`, 'Copy the whole folder of the site.')),
    );
    script.src = files?.createScriptURL(url) ?? url;
    document.head.append(script);
  });
}

/** Symbols and files whose names have the typed text in them: equal names first, then beginnings, then all others. */
export function matching({ symbols, files }: SiteNames, typed: string): PaletteAnswer {
  const wanted = typed.trim().toLowerCase();
  const rank = (text: string): number => {
    const lower = text.toLowerCase();
    if (lower === wanted) return 0;
    return lower.startsWith(wanted) ? 1 : lower.includes(wanted) ? 2 : 3;
  };
  const best = <T>(all: readonly T[], names: (one: T) => string[]): { total: number; shown: T[] } => {
    const found = all
      .map((one) => ({ one, rank: Math.min(...names(one).map(rank)) }))
      .filter((one) => one.rank < 3)
      .sort((a, b) => a.rank - b.rank);
    return { total: found.length, shown: found.slice(0, paletteShown).map(({ one }) => one) };
  };
  return {
    symbols: best(symbols, ({ name, qualified }: SymbolRef) => [name, qualified]),
    files: best(files, (path) => [path.slice(path.lastIndexOf('/') + 1), path]),
  };
}
