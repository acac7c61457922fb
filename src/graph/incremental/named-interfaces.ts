/**
 * Defers computing the interfaces of files (`interfaceHash`, `methodsHash`). When a file is first linked, nothing compares its interface. The interface
 * is needed only when an edit has to be checked for its effect on other files. It depends on the summary that the edit replaces, so it is computed just
 * before that summary is rewritten.
 * `LinkedFile.interface` is one of these:
 *   ''              the file has no summary
 *   HASH            the `interfaceHash` of the file
 *   ?ID             not computed: the interface of the content with this id (`FileRecord.id`)
 *   ?ID=HASH;HASH   computed later: the `interfaceHash` and the `methodsHash` of that content. The text stays while later contents have this interface.
 * Invariants: a file id always means one content, so that `?ID` always means one interface; an interface that can no longer be computed counts
 * as changed.
 */
import type { InterfaceChange, LinkedFile, LinkStore } from '../../store/link-store.ts';
import { unpackSummary } from '../../store/packed/packed-summary.ts';
import { ProgramFile } from '../program/program-file.ts';
import { interfaceHash, methodsHash } from './interface-hash.ts';
import { dialectNamed } from '../languages/registry.ts';

/** The number of files whose summaries are read at once. */
const filesAtOnce = 128;
/** The first character of the texts that name a content. */
const contentPrefix = '?';

/** The value of `Resolution.methods` for a `methodsHash` that is not computed. */
export const uncomputedMethods = contentPrefix;

/** The text of an interface that is not computed. @param fileId the `FileRecord.id` of the file's content */
export function uncomputedInterface(fileId: number): string {
  return `${contentPrefix}${fileId}`;
}

/** The parts of a `LinkedFile.interface`. */
export interface ParsedInterface {
  text: string;
  /** The `FileRecord.id` of a content with this interface; 0 where the text has none. */
  content: number;
  /** The `interfaceHash`; null where it is not computed. */
  hash: string | null;
  /** The `methodsHash`; null where the text has none. */
  methods: string | null;
}

export function parseInterface(text: string): ParsedInterface {
  if (!text.startsWith(contentPrefix)) return { text, content: 0, hash: text, methods: null };
  const [content = '', hashes] = text.slice(contentPrefix.length).split('=');
  const [hash = null, methods = null] = hashes?.split(';') ?? [];
  return { text, content: Number(content), hash, methods };
}

/** The part of an interface's text that does not change when the hash is computed later. */
export function interfaceToken(text: string): string {
  return text.startsWith(contentPrefix) ? text.split('=', 1)[0]! : text;
}

/**
 * Computes the uncomputed interfaces of files that are about to be rewritten or removed.
 * @param paths the paths of the files; paths that are not linked are ignored
 */
export async function computeInterfaces(
  store: Pick<LinkStore, 'interfaces' | 'writeInterfaces' | 'summaries'>,
  paths: readonly string[],
): Promise<void> {
  const uncomputed = (await store.interfaces(paths)).flatMap((file) => {
    const { content, hash } = parseInterface(file.interface);
    return content === 0 || hash !== null ? [] : [{ file, content }];
  });
  const changes: InterfaceChange[] = [];
  for (let at = 0; at < uncomputed.length; at += filesAtOnce) {
    const batch = uncomputed.slice(at, at + filesAtOnce);
    const summaries = await store.summaries(batch.map(({ content }) => content));
    for (const { file, content } of batch) {
      const now = computedInterface(file, summaries.get(content));
      if (now !== file.interface) changes.push({ path: file.path, before: file.interface, now });
    }
  }
  if (changes.length > 0) await store.writeInterfaces(changes);
}

/** @param bytes the packed summary of the content that the interface names */
function computedInterface(
  file: Pick<LinkedFile, 'path' | 'language' | 'interface'>,
  bytes: Uint8Array | undefined,
): string {
  if (bytes === undefined) return file.interface;
  try {
    const { summary, keys } = unpackSummary(bytes);
    const programFile = new ProgramFile(0, {
      path: file.path,
      rules: dialectNamed(file.language),
      load: () => summary,
      resolve: () => new Int32Array(0),
      loaded: () => {},
    });
    const methods = programFile.rules.implementsImplicitly ? methodsHash(programFile, () => keys) : '';
    return `${file.interface}=${interfaceHash(programFile, () => keys)};${methods}`;
  } catch {
    // The interface of a broken summary stays uncomputed, so that any interface after it counts as changed.
    return file.interface;
  }
}
