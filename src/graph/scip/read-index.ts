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
    withIndexError(() => {
      for (const field of fieldsOf(bytes)) {
        if (!('bytes' in field)) continue;
        if (field.number === indexFields.metadata) metadata = decodeMetadata(field.bytes);
        else if (field.number === indexFields.document) documents.push(field.bytes);
      }
    });
    if (metadata === null) throw invalidIndex('it has no metadata');
    this.metadata = metadata;
    this.#documents = documents;
  }

  get documentCount(): number {
    return this.#documents.length;
  }

  /** Decodes up to `count` documents, starting at position `start`. */
  documents(start: number, count: number): ScipDocument[] {
    return withIndexError(() => this.#documents.slice(start, start + count).map(decodeDocument));
  }
}

function withIndexError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw invalidIndex(error.message);
    throw error;
  }
}

function invalidIndex(why: string): AppError {
  return new AppError('ParsingError', `The file is not a complete SCIP index: ${why}`, {
    hint: 'Create the index again (the file may be cut off), and pass the file that the indexer wrote.',
  });
}
