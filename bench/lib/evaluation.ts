/**
 * Locates the evaluation pack, its work trees and its scorers. The pack lies beside the repository (`../shared/eval`);
 * `--eval` names another place.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface EvaluationRow {
  id: string;
  repo: string;
  commit: string;
  query: string;
  relevant: string[];
  secondary?: string[];
  root?: string;
  lang?: string;
  category?: string;
  date?: string;
}

/** The parts of the pack's own library that are used. */
interface PackLibrary {
  gitDir: (repo: string) => string;
  checkout: (repo: string, commit: string, base: string) => string;
}

export interface Score {
  queries: number;
  ndcg10: number;
  recall5: number;
  recall10: number;
  mrr: number;
  hit1: number;
  by?: Record<string, { n: number; ndcg10: number; recall5: number; recall10: number; mrr: number; hit1: number }>;
}

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export class EvaluationPack {
  readonly folder: string;

  constructor(folder: string = join(repositoryRoot, '..', 'shared', 'eval')) {
    this.folder = resolve(folder);
    if (!existsSync(join(this.folder, 'tools', 'lib.mjs'))) {
      throw new Error(`no evaluation pack at ${this.folder}: name its folder with --eval`);
    }
  }

  rows(set: string): EvaluationRow[] {
    const file = join(this.folder, set, 'dev.jsonl');
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as EvaluationRow);
  }

  /**
   * Checks the repository out at the commit, in a work tree below `base` that is used again. Null when the repository
   * was not fetched.
   */
  async checkout(repo: string, commit: string, base: string): Promise<string | null> {
    const lib = await this.#lib();
    if (!existsSync(lib.gitDir(repo))) return null;
    mkdirSync(base, { recursive: true });
    return lib.checkout(repo, commit, base);
  }

  /** The git folder of a repository that was fetched. */
  async gitDir(repo: string): Promise<string> {
    return (await this.#lib()).gitDir(repo);
  }

  async #lib(): Promise<PackLibrary> {
    return (await import(pathToFileURL(join(this.folder, 'tools', 'lib.mjs')).href)) as PackLibrary;
  }

  /** Scores ranked files against the rows with the evaluation pack's own scorer. */
  scoreFiles(rows: readonly EvaluationRow[], answers: ReadonlyMap<string, string[]>, out: string, by?: string): Score {
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(`${out}.truth.jsonl`, rows.map((row) => JSON.stringify(row)).join('\n') + '\n');
    writeFileSync(
      `${out}.answers.jsonl`,
      [...answers].map(([id, files]) => JSON.stringify({ id, files })).join('\n') + '\n',
    );
    const scorer = join(this.folder, 'tools', 'score-files.mjs');
    const args = [
      scorer,
      `${out}.truth.jsonl`,
      `${out}.answers.jsonl`,
      '--json',
      ...(by === undefined ? [] : ['--by', by]),
    ];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })) as Score;
  }
}
