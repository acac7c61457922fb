/** The protocol's messages over standard input and output. */
import { Writable } from 'node:stream';
import {
  AbstractMessageReader,
  createProtocolConnection,
  StreamMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { FrameReader } from './frames.ts';

const codes = { parse: -32_700, invalid: -32_600 } as const;

/** Reads messages; frames that cannot be read are answered with an error that has no id. */
class GuardedReader extends AbstractMessageReader {
  readonly #input: NodeJS.ReadableStream;
  readonly #answer: (error: { code: number; message: string }) => void;

  constructor(input: NodeJS.ReadableStream, answer: (error: { code: number; message: string }) => void) {
    super();
    this.#input = input;
    this.#answer = answer;
  }

  listen(callback: DataCallback): Disposable {
    const frames = new FrameReader((frame) => {
      if ('message' in frame) callback(frame.message as Message);
      else this.#answer({ code: codes[frame.code], message: `Unreadable message: ${frame.problem}` });
    });
    const onData = (chunk: Buffer): void => frames.push(chunk);
    this.#input.on('data', onData);
    this.#input.on('end', () => this.fireClose());
    this.#input.on('error', () => this.fireClose());
    return { dispose: () => void this.#input.off('data', onData) };
  }
}

/** @param write the original method of the output, which nothing else may use */
export function stdioConnection(
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WriteStream },
  write: Writable['write'],
): ProtocolConnection {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => void write.call(output, chunk, 'utf8', (error) => done(error)),
  });
  const writer = new StreamMessageWriter(stream);
  const refuse = async (problem: object): Promise<void> => {
    await writer.write({ jsonrpc: '2.0', id: null, error: problem } as unknown as Message).catch(() => {});
  };
  const reader = new GuardedReader(input, (problem) => void refuse(problem));
  const silent = { error: () => {}, warn: () => {}, info: () => {}, log: () => {} };
  return createProtocolConnection(reader, writer, silent);
}
