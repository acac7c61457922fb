/**
 * How each tool is asked for callers, and how its answer is read.
 * Invariants: each tool works on its own copy of the tree. Limits are raised as far as its options allow. An answer
 * about another symbol of the same name counts as none. References other than calls (an import, a type) do not count as
 * wrong.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { repositoryRoot } from '../lib/evaluation.ts';
import { install, nodes, type Installed } from '../lib/registry-install.ts';
import { ServerSession } from './rivals-session.ts';
import { readSyntax } from './rivals-syntax.ts';
import type { Question } from './rivals-truth.ts';

export interface Answer {
  /** Relative paths of the files that it names as callers. */
  files: Set<string>;
  /** Those that it marks as linked by name only. */
  byName: Set<string>;
  /** The number of places that it reports as unresolved. */
  unresolved: number;
  /** The number of callers that it reports as left out. */
  cut: number;
  characters: number;
  ms: number;
}

export interface Tool {
  name: string;
  /** The question, in words. */
  asked: string;
  /** Null for a tool without an index. */
  indexCommand: string[] | null;
  ask(tree: string, questions: readonly Question[]): Promise<Answer[]>;
}

function symbolName({ className, name }: Question): string {
  return className === null ? name : `${className}.${name}`;
}

function emptyAnswer({ text, ms }: { text: string; ms: number }): Answer {
  return { files: new Set(), byName: new Set(), unresolved: 0, cut: 0, characters: text.length, ms };
}

function inTree(tree: string, path: string): string {
  return isAbsolute(path) ? relative(tree, path) : path;
}

/** The pause between two rounds, for servers that load in the background (ms). */
const loadingMs = 8000;

/** Asks one server all questions, `rounds` times; only the last round counts. */
async function askServer(
  { command, rounds = 1 }: { command: readonly string[]; rounds?: number },
  tree: string,
  questions: readonly Question[],
  ask: (session: ServerSession, question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const session = await ServerSession.open(command, tree);
  try {
    let answers: Answer[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round > 0) await setTimeout(loadingMs);
      answers = [];
      for (const question of questions) answers.push(await ask(session, question));
    }
    return answers;
  } finally {
    await session.close();
  }
}

interface OurAnswer {
  total?: number;
  shown?: number;
  distances?: { files: { path: string; symbols: { links?: { resolution?: string }[] }[] }[] }[];
  unresolved?: { places: number };
  error?: { message?: string };
}

export function codeScout(): Tool {
  const entry = [process.execPath, join(repositoryRoot, 'src', 'cli', 'bin.ts')];
  return {
    name: 'Code Scout',
    asked: '`get_callers` of its MCP server, max_chars 50,000',
    indexCommand: [...entry, 'index'],
    ask: (tree, questions) =>
      askServer({ command: entry }, tree, questions, async (session, question) => {
        const symbol = `${question.path}#${symbolName(question)}`;
        const reply = await session.call('get_callers', { symbol, maxDepth: 1, max_chars: 50_000 });
        const { distances, unresolved, total = 0, shown = 0, error } = reply.structured as OurAnswer;
        if (error !== undefined) throw new Error(`${symbol}: ${error.message ?? reply.text}`);
        const answer = emptyAnswer(reply);
        for (const { path, symbols } of (distances ?? []).flatMap(({ files }) => files)) {
          const isSure = symbols.some(({ links }) => links?.some(({ resolution }) => resolution !== 'name') ?? true);
          (isSure ? answer.files : answer.byName).add(path);
        }
        answer.unresolved = unresolved?.places ?? 0;
        answer.cut = total - shown;
        return answer;
      }),
  };
}

interface ColbyAnswer {
  definitions?: { definition: { filePath: string }; callers: { filePath: string; relationships?: string[] }[] }[];
}

function colbymchenry(run: readonly string[]): Omit<Tool, 'name'> {
  return {
    asked: '`callers SYMBOL --file FILE --limit 100000 --json`, one process per question',
    indexCommand: [...run, 'init', '.'],
    ask: (tree, questions) =>
      Promise.resolve(
        questions.map((question) => {
          const [program, ...args] = run;
          const start = performance.now();
          const all = [...args, 'callers', symbolName(question), '-f', question.path, '-l', '100000', '-j'];
          const { stdout, status } = spawnSync(program!, all, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 28 });
          const answer = emptyAnswer({ text: stdout, ms: performance.now() - start });
          if (status !== 0 || !stdout.startsWith('{')) return answer;
          for (const { definition, callers } of (JSON.parse(stdout) as ColbyAnswer).definitions ?? []) {
            if (definition.filePath !== question.path) continue;
            for (const { filePath, relationships } of callers)
              if (relationships?.includes('calls') ?? true) answer.files.add(filePath);
          }
          return answer;
        }),
      ),
  };
}

interface OptaveAnswer {
  results?: { name: string; file: string; callers: { file: string }[] }[];
}

function optave(run: readonly string[]): Omit<Tool, 'name'> {
  return {
    asked: '`query` of its MCP server, depth 1, with the file and the qualified name',
    indexCommand: [...run, 'build', '.'],
    ask: (tree, questions) =>
      askServer({ command: [...run, 'mcp'] }, tree, questions, async (session, question) => {
        const names = [symbolName(question), question.name];
        let reply = await session.call('query', { name: names[0], file: question.path, depth: 1, limit: 1000 });
        // Rivals know function properties without the class name.
        if (reply.text.includes('"results": []') && question.className !== null)
          reply = await session.call('query', { name: names[1], file: question.path, depth: 1, limit: 1000 });
        const answer = emptyAnswer(reply);
        const { results } = (reply.text.startsWith('{') ? JSON.parse(reply.text) : {}) as OptaveAnswer;
        for (const { name, file, callers } of results ?? [])
          if (file === question.path && names.includes(name))
            for (const caller of callers) answer.files.add(caller.file);
        return answer;
      }),
  };
}

function codegraphAi(run: readonly string[]): Omit<Tool, 'name'> {
  return {
    asked: '`get_context` of its MCP server: dependents (it takes a bare name only)',
    indexCommand: [...run, 'index', '.'],
    ask: (tree, questions) =>
      askServer({ command: [...run, 'serve', '.'] }, tree, questions, async (session, { name, path }) => {
        const reply = await session.call('get_context', { name, include_body: false });
        const answer = emptyAnswer(reply);
        const about = /^file: (.*)$/m.exec(reply.text)?.[1];
        if (about === undefined || inTree(tree, about) !== path) return answer;
        const dependents = reply.text.split('### Dependents')[1] ?? '';
        for (const [, file] of dependents.matchAll(/^- \[.*?\] .*? — (.*)$/gm)) answer.files.add(inTree(tree, file!));
        return answer;
      }),
  };
}

/** Whether a called name is at a place (`line:column`, 1-based). */
function callPlaces(tree: string): (path: string, place: string) => boolean {
  const known = new Map<string, Set<string>>();
  return (path, place) => {
    let places = known.get(path);
    if (places === undefined) {
      const text = readFileSync(join(tree, path), 'utf8');
      const calls = readSyntax(path, text)?.calls ?? [];
      const at = calls.map((call) => text.slice(0, call.at).split('\n'));
      places = new Set(at.map((lines) => `${lines.length}:${lines.at(-1)!.length + 1}`));
      known.set(path, places);
    }
    return places.has(place);
  };
}

function cclsp(run: readonly string[], { modules }: Installed): Omit<Tool, 'name'> {
  const config = join(modules, '..', 'cclsp.json');
  const server = [run.at(-2)!, join(modules, 'typescript-language-server', 'lib', 'cli.mjs'), '--stdio'];
  const extensions = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'];
  writeFileSync(config, JSON.stringify({ servers: [{ extensions, command: server, rootDir: '.' }] }));
  return {
    asked:
      '`find_references` (calls only) and `get_incoming_calls` of its MCP server over typescript-language-server, both answers combined; each question is asked three times and the last answer counts, so that the server has loaded everything',
    indexCommand: null,
    ask: (tree, questions) => {
      const command = ['env', `CCLSP_CONFIG_PATH=${config}`, ...run.slice(1)];
      const isCall = callPlaces(tree);
      return askServer({ command, rounds: 3 }, tree, questions, async (session, { name, path, line, column }) => {
        const args = { file_path: path, symbol_name: name, include_declaration: false };
        const uses = await session.call('find_references', args);
        const calls = await session.call('get_incoming_calls', { file_path: path, line, character: column });
        const answer = emptyAnswer({ text: uses.text + calls.text, ms: uses.ms + calls.ms });
        const add = (file: string, place: string | null): void => {
          const inside = inTree(tree, file);
          if (!inside.startsWith('..') && (place === null || isCall(inside, place))) answer.files.add(inside);
        };
        for (const part of uses.text.split(/^(?=Results for )/m))
          if (part.split('\n')[0]!.endsWith(`:${line}:${column}:`))
            for (const [, file, place] of part.matchAll(/^(\/.*?):(\d+:\d+)$/gm)) add(file!, place!);
        for (const [, file] of calls.text.matchAll(/^• .*? at (\/.*?):\d+:\d+/gm)) add(file!, null);
        return answer;
      });
    },
  };
}

const rivals: readonly {
  package: string;
  bin: string;
  open: (run: readonly string[], installed: Installed) => Omit<Tool, 'name'>;
}[] = [
  { package: '@colbymchenry/codegraph', bin: 'codegraph', open: colbymchenry },
  { package: '@optave/codegraph', bin: 'codegraph', open: optave },
  { package: 'codegraph-ai', bin: 'codegraph-ai', open: codegraphAi },
  { package: 'cclsp', bin: 'cclsp', open: cclsp },
];

export interface Rival {
  name: string;
  /** One for each Node that may run it, or why there is none. */
  tools: Tool[] | string;
}

/** @param base where they are installed; their settings are also there, not in the user's home folder */
export function openRivals(base: string): Rival[] {
  const home = ['env', `HOME=${join(base, 'home')}`, 'DO_NOT_TRACK=1', 'CODEGRAPH_TELEMETRY=0'];
  return rivals.map((rival) => {
    const installed = install(rival.package, rival.bin, base);
    if (typeof installed === 'string') return { name: rival.package, tools: installed };
    const name = `${rival.package} ${installed.version}`;
    return {
      name,
      tools: nodes().map((node) => ({ name, ...rival.open([...home, node, installed.program], installed) })),
    };
  });
}
