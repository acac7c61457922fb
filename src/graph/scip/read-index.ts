/** Reads a SCIP index: its metadata, and its documents one at a time. Throws an `AppError` for bytes that are not an index. */
import { AppError } from '../../model/error.ts';
import { decodeDocument, decodeMetadata, indexFields, type ScipDocument, type ScipMetadata } from './schema.ts';
import { fieldsOf } from './wire.ts';

export class ScipIndex {
  readonly metadata: ScipMetadata;
  readonly #documents: readonly Uint8Array[];

  constructor(bytes: Uint8Array) {
    const documents: Uint8Array[] = [];
    let metadata: ScipMetadata | null = null;
    sound(() => {
      for (const field of fieldsOf(bytes)) {
        if (!('bytes' in field)) continue;
        if (field.number === indexFields.metadata) metadata = decodeMetadata(field.bytes);
        else if (field.number === indexFields.document) documents.push(field.bytes);
      }
    });
    if (metadata === null) throw noIndex('it says nothing of what made it');
    this.metadata = metadata;
    this.#documents = documents;
  }

  get documentCount(): number {
    return this.#documents.length;
  }

  /** Some of the documents, starting at a position. */
  documents(start: number, count: number): ScipDocument[] {
    return sound(() => this.#documents.slice(start, start + count).map(decodeDocument));
  }
}

function sound<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw noIndex(error.message);
    throw error;
  }
}

function noIndex(why: string): AppError {
  return new AppError('ParsingError', `The file is no whole SCIP index: ${why}`, {
    hint: 'Make the index anew (it may be cut), and name the file that the indexer wrote.',
  });
}
