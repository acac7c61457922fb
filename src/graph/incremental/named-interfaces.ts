/**
 * When it is worked out what others see of a file (`interfaceHash`, `methodsHash`): not when the file is linked first, since nothing
 * compares it then, but when an edit is to be told from one that concerns others. What was seen before follows from the facts that the
 * edit replaces, so it is worked out before these are written anew.
 * `LinkedFile.interface` is one of these:
 *   ''              the file has no facts
 *   HASH            what others see
 *   ?ID             what they see of the content ID (`FileRecord.id`), not worked out
 *   ?ID=HASH;HASH   that, worked out, and what the content says of its types' methods; stays while others see the same
 * Invariants: an id names one content for ever, so that `?ID` says the same whenever it is read; where it cannot be worked out any more,
 * others are taken to see something else.
 */
import type { LinkedFile, LinkStore } from '../../store/link-store.ts';
import { unpackSummary } from '../../store/packed/packed-summary.ts';
import { ProgramFile } from '../program/program-file.ts';
import { interfaceHash, methodsHash } from './interface-hash.ts';
import { dialectNamed } from '../languages/registry.ts';

const mark = '?';

/** Stands for a `methodsHash` that is not worked out, in `Resolution.methods`. */
export const unnamedMethods = mark;

/** What a file of that content shows, where nobody asks. */
export function unnamedInterface(fileId: number): string {
  return `${mark}${fileId}`;
}

/** What `LinkedFile.interface` says. */
export interface SeenInterface {
  text: string;
  /** `FileRecord.id` of a content with this interface; 0 where none is named. */
  content: number;
  /** `interfaceHash`; null where it is not worked out. */
  hash: string | null;
  /** `methodsHash`; null where it does not stand there. */
  methods: string | null;
}

export function seenInterface(text: string): SeenInterface {
  if (!text.startsWith(mark)) return { text, content: 0, hash: text, methods: null };
  const [content = '', hashes] = text.slice(mark.length).split('=');
  const [hash = null, methods = null] = hashes?.split(';') ?? [];
  return { text, content: Number(content), hash, methods };
}

/** What stays the same while others see the same of a file: of it, not of what is worked out of it meanwhile. */
export function interfaceToken(text: string): string {
  return text.startsWith(mark) ? text.split('=', 1)[0]! : text;
}

/**
 * Works out what others see of files that are about to be written anew or to go, where that is still to be done.
 * @param paths of any files
 */
export async function nameInterfaces(
  store: Pick<LinkStore, 'interfaces' | 'writeInterfaces' | 'summaryNow'>,
  paths: readonly string[],
): Promise<void> {
  const changes = (await store.interfaces(paths)).flatMap((file) => {
    const now = namedInterface(store, file);
    return now === file.interface ? [] : [{ path: file.path, before: file.interface, now }];
  });
  await store.writeInterfaces(changes);
}

function namedInterface(
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
    const methods = alone.rules.implementsUnsaid ? methodsHash(alone, () => keys) : '';
    return `${file.interface}=${interfaceHash(alone, () => keys)};${methods}`;
  } catch {
    // Facts that cannot be followed have no name: whatever takes their place is something else.
    return file.interface;
  }
}
