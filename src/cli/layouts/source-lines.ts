/** The lines of files beside the places that answers name, as they are on disk. */
import type { Engine } from '../../engine/types.ts';
import type { Lines } from '../../model/chunk.ts';

export class SourceLines {
  readonly #files: ReadonlyMap<string, Lines>;

  private constructor(files: ReadonlyMap<string, Lines>) {
    this.#files = files;
  }

  /** A file that cannot be read has no lines. @param paths from the root */
  static async read({ chunks }: Pick<Engine, 'chunks'>, paths: Iterable<string>): Promise<SourceLines> {
    const files = new Map<string, Lines>();
    for (const path of new Set(paths)) {
      const file = await chunks.file(path).catch(() => null);
      if (file !== null) files.set(path, file.lines);
    }
    return new SourceLines(files);
  }

  /** Empty if there is no such line. @param number from 1 */
  line(path: string, number: number): string {
    return number < 1 ? '' : (this.#files.get(path)?.slice(number - 1, number)[0] ?? '');
  }

  /** The lines of a range that exist, with their numbers. */
  range(path: string, from: number, to: number): { number: number; text: string }[] {
    const first = Math.max(1, from);
    const lines = this.#files.get(path)?.slice(first - 1, to) ?? [];
    return lines.map((text, at) => ({ number: first + at, text }));
  }
}
