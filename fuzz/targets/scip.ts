/** The import of a SCIP index into a store that has one of its files. The contract: an `AppError`, or links. */
import { importScip } from '../../src/graph/scip/import-index.ts';
import { encodeDocument, encodeMetadata, indexFields, symbolRoles } from '../../src/graph/scip/schema.ts';
import { MessageWriter } from '../../src/graph/scip/wire.ts';
import { unpackPreciseAnswers } from '../../src/store/packed/packed-precise-links.ts';
import type { Store } from '../../src/store/store.ts';
import type { Input, Target } from '../lib/target.ts';
import { rejecting } from './allowed.ts';

const text = "import { moor } from './quay';\nexport function enter(): void {\n  moor();\n}\n";

function indexOf(documents: readonly Uint8Array[]): Uint8Array {
  const metadata = encodeMetadata({ toolName: 'scip-typescript', toolVersion: '0.3', projectRoot: 'file:///project' });
  const writer = new MessageWriter().message(indexFields.metadata, metadata);
  for (const document of documents) writer.message(indexFields.document, document);
  return writer.bytes();
}

function seed(): Input {
  const package_ = 'scip-typescript npm project 1.0.0 src/`main.ts`/';
  const document = encodeDocument({
    path: 'src/main.ts',
    language: 'TypeScript',
    text: '',
    positionEncoding: 2,
    occurrences: [
      {
        range: [1, 16, 21],
        symbol: `${package_}enter().`,
        roles: symbolRoles.definition,
        enclosingRange: [1, 0, 3, 1],
      },
      {
        range: [2, 2, 6],
        symbol: 'scip-typescript npm project 1.0.0 src/`quay.ts`/moor().',
        roles: symbolRoles.read,
        enclosingRange: [],
      },
      { range: [0, 9, 0, 13], symbol: 'local 3', roles: symbolRoles.import, enclosingRange: [] },
    ],
    symbols: [
      {
        symbol: `${package_}enter().`,
        documentation: ['Enters.'],
        relationships: [{ symbol: `${package_}Base#enter().`, isImplementation: true }],
        kind: 17,
        displayName: 'enter',
        signature: 'function enter(): void',
      },
    ],
  });
  const other = encodeDocument({
    path: 'src/gone.ts',
    language: '',
    text: 'x',
    positionEncoding: 1,
    occurrences: [],
    symbols: [],
  });
  return { name: 'index.scip', bytes: indexOf([document, other]) };
}

/** The part of a store that an import uses. */
const store = {
  filesByPath: (paths: readonly string[]) =>
    Promise.resolve(paths.includes('src/main.ts') ? [{ id: 1, path: 'src/main.ts', hash: 'h' }] : []),
  outlines: () =>
    Promise.resolve(
      new Map([
        [
          1,
          [{ kind: 'function', name: 'enter', container: null, startLine: 2, endLine: 4, nameLine: 2, nameColumn: 16 }],
        ],
      ]),
    ),
  writePreciseLinks: ({ files }: { files: readonly { data: Uint8Array }[] }) => {
    for (const { data } of files) unpackPreciseAnswers(data);
    return Promise.resolve();
  },
} as unknown as Store;

export const scip: Target = {
  seeds: () => Promise.resolve([seed()]),
  form: 'bytes',
  largest: 200_000,
  open: () =>
    Promise.resolve({
      run: ({ bytes }) =>
        rejecting(() =>
          importScip({
            store,
            bytes,
            prefix: '',
            read: () => ({ text, hash: 'h' }),
            whole: true,
            packages: new Set(['project']),
          }),
        ),
    }),
};
