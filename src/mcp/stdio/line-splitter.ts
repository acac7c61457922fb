/**
 * Splits a byte stream into lines. Invariants: memory stays within about the limit, whatever arrives. A line over the limit is reported once, at
 * its end, and does not affect the next line.
 */

/** A line that was too long: its first and last bytes, which may contain the id of the request. */
export interface OversizedLine {
  head: string;
  tail: string;
  /** Size of the whole line, without its line break. */
  bytes: number;
}

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** The stream has ended: a last line without a line break is a line too. */
  end(): void;
}

const headBytes = 4096;
const tailBytes = 1024;

export function createLineSplitter(
  limit: number,
  onLine: (line: Buffer) => void,
  onOversized: (line: OversizedLine) => void,
): LineSplitter {
  let chunks: Buffer[] = [];
  let size = 0;
  let head: Buffer | null = null;
  let tail: Buffer = Buffer.alloc(0);

  const addPiece = (piece: Buffer): void => {
    size += piece.length;
    if (head === null) {
      chunks.push(piece);
      if (size <= limit) return;
      const all = Buffer.concat(chunks);
      chunks = [];
      head = Buffer.from(all.subarray(0, headBytes));
      tail = Buffer.from(all.subarray(-tailBytes));
    } else {
      tail = Buffer.from(Buffer.concat([tail, piece.subarray(-tailBytes)]).subarray(-tailBytes));
    }
  };
  const finish = (): void => {
    if (head !== null) onOversized({ head: head.toString(), tail: tail.toString(), bytes: size });
    else if (size > 0) onLine(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks));
    chunks = [];
    size = 0;
    head = null;
  };

  return {
    push(chunk) {
      let start = 0;
      for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, start)) {
        if (newline > start) addPiece(chunk.subarray(start, newline));
        finish();
        start = newline + 1;
      }
      if (start < chunk.length) addPiece(chunk.subarray(start));
    },
    end: finish,
  };
}
