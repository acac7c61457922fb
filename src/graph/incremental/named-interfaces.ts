/**
 * When the interface of a file (`interfaceHash`, `methodsHash`) is computed: not when the file is first linked, because nothing compares it then,
 * but when an edit has to be checked for its effect on others. The previous interface follows from the summary that the edit replaces, so it is
 * computed before that summary is rewritten.
 * `LinkedFile.interface` is one of these:
 *   ''              the file has no summary
 *   HASH            what others see
 *   ?ID             what they see of the content ID (`FileRecord.id`), not computed
 *   ?ID=HASH;HASH   the same, computed, and the `methodsHash` of that content; stays while others see the same
 * Invariants: an id means one content for ever, so that `?ID` always means the same; where the interface can no longer be computed, it counts
 * as changed.
 */
import type { LinkedFile, LinkStore } from '../../store/link-store.ts';
import { unpackSummary } from '../../store/packed/packed-summary.ts';
import { ProgramFile } from '../program/program-file.ts';
import { interfaceHash, methodsHash } from './interface-hash.ts';
import { dialectNamed } from '../languages/registry.ts';

const mark = '?';

/** Stands for a `methodsHash` that is not computed, in `Resolution.methods`. */
export const uncomputedMethods = mark;

/** The interface of a file with that content, not computed. */
export function uncomputedInterface(fileId: number): string {
  return `${mark}${fileId}`;
}

/** The parts of `LinkedFile.interface`. */
export interface SeenInterface {
  text: string;
  /** `FileRecord.id` of a content with this interface; 0 where there is none. */
  content: number;
  /** `interfaceHash`; null where it is not computed. */
  hash: string | null;
  /** `methodsHash`; null where it is not given. */
  methods: string | null;
}

export function seenInterface(text: string): SeenInterface {
  if (!text.startsWith(mark)) return { text, content: 0, hash: text, methods: null };
  const [content = '', hashes] = text.slice(mark.length).split('=');
  const [hash = null, methods = null] = hashes?.split(';') ?? [];
  return { text, content: Number(content), hash, methods };
}

/** The part that stays the same while others see the same of a file, whether or not the hash was computed meanwhile. */
export function interfaceToken(text: string): string {
  return text.startsWith(mark) ? text.split('=', 1)[0]! : text;
}

/**
 * Computes the interfaces of files that are about to be rewritten or removed, where that was not done yet.
 * @param paths of any files
 */
export async function computeInterfaces(
  store: Pick<LinkStore, 'interfaces' | 'writeInterfaces' | 'summaryNow'>,
  paths: readonly string[],
): Promise<void> {
  const changes = (await store.interfaces(paths)).flatMap((file) => {
    const now = computedInterface(store, file);
    return now === file.interface ? [] : [{ path: file.path, before: file.interface, now }];
  });
  await store.writeInterfaces(changes);
}

function computedInterface(
  store: Pick<LinkStore, 'summaryNow'>,
  file: Pick<LinkedFile, 'path' | 'language' | 'interface'>,
): string {
  const { content, hash } = seenInterface(file.interface);
  if (content === 0 || hash !== null) return file.interface;
  const bytes = store.summaryNow(content);
  if (bytes === null) return file.interface;
  try {
    const { summary, keys } = unpackSummary(bytes);
    const alone = new ProgramFile(0, {
      path: file.path,
      rules: dialectNamed(file.language),
      load: () => summary,
      resolve: () => new Int32Array(0),
      loaded: () => {},
    });
    const methods = alone.rules.implementsImplicitly ? methodsHash(alone, () => keys) : '';
    return `${file.interface}=${interfaceHash(alone, () => keys)};${methods}`;
  } catch {
    // The interface of a summary that cannot be followed stays uncomputed: whatever replaces it counts as changed.
    return file.interface;
  }
}
