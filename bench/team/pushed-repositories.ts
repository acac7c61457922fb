/** Repositories for benches, as git hosts have them: the last commits of a real one are pushed one after the other. */
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { measure } from '../lib/measure.ts';

export const git = (cwd: string, ...args: string[]): string => measure(['git', ...args], cwd).stdout.trim();

export class PushedRepository {
  readonly root: string;
  readonly name: string;
  /** The oldest first. */
  readonly commits: readonly string[];
  #next = 1;

  /** Has one branch, `main`, at the oldest of its last first parents. @param source is only read @param work a folder for it */
  constructor(source: string, { work, at, commits }: { work: string; at: number; commits: string }) {
    this.root = join(work, `origin${at}`);
    git(work, 'clone', '--quiet', '--bare', '--shared', resolve(source), this.root);
    this.commits = git(this.root, 'rev-list', '--first-parent', '-n', commits, 'HEAD').split('\n').toReversed();
    const refs = git(this.root, 'for-each-ref', '--format=delete %(refname)');
    writeFileSync(join(this.root, 'packed-refs'), '');
    for (const line of refs.split('\n')) rmSync(join(this.root, line.replace('delete ', '')), { force: true });
    git(this.root, 'update-ref', 'refs/heads/main', this.commits[0]!);
    git(this.root, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    this.name = `example.org/${basename(source)}-${at}`;
  }

  /** How many commits were not pushed yet. */
  get left(): number {
    return this.commits.length - this.#next;
  }

  /** What was pushed last. */
  get newest(): string {
    return this.commits[this.#next - 1]!;
  }

  /** Pushes the next commit. Returns the commits before and after; null where none is left. */
  push(): { before: string; after: string } | null {
    const [before, after] = [this.commits[this.#next - 1]!, this.commits[this.#next]];
    if (after === undefined) return null;
    git(this.root, 'update-ref', 'refs/heads/main', after);
    this.#next++;
    return { before, after };
  }
}
