/** Names the formats of binary files, by their first bytes or else by their extension. */

interface Signature {
  type: string;
  isImage: boolean;
  /** Latin-1; `?` stands for any byte. */
  start: string;
  offset: number;
}

function image(type: string, start: string, offset = 0): Signature {
  return { type: `${type} image`, isImage: true, start, offset };
}
function other(type: string, start: string, offset = 0): Signature {
  return { type, isImage: false, start, offset };
}

/** No text file starts with one of these. */
const signatures: readonly Signature[] = [
  image('PNG', '\x89PNG\r\n\x1a\n'),
  image('JPEG', '\xff\xd8\xff'),
  image('GIF', 'GIF87a'),
  image('GIF', 'GIF89a'),
  image('WebP', 'RIFF????WEBP'),
  image('AVIF', 'ftypavif', 4),
  image('HEIC', 'ftyphei', 4),
  image('JPEG XL', '\0\0\0\x0cJXL '),
  image('icon', '\0\0\x01\0'),
  image('TIFF', 'II*\0'),
  image('TIFF', 'MM\0*'),
  image('Photoshop', '8BPS\0'),
  other('PDF document', '%PDF-'),
  other('ZIP archive', 'PK\x03\x04'),
  other('ZIP archive', 'PK\x05\x06'),
  other('gzip archive', '\x1f\x8b'),
  other('bzip2 archive', 'BZh?1AY&SY'),
  other('xz archive', '\xfd7zXZ\0'),
  other('Zstandard archive', '\x28\xb5\x2f\xfd'),
  other('7-Zip archive', "7z\xbc\xaf'\x1c"),
  other('RAR archive', 'Rar!\x1a\x07'),
  other('ar archive or static library', '!<arch>\n'),
  other('tar archive', 'ustar', 257),
  other('ELF program or library', '\x7fELF'),
  other('Mach-O program or library', '\xcf\xfa\xed\xfe'),
  other('Mach-O program or library', '\xce\xfa\xed\xfe'),
  other('Java class or universal Mach-O program', '\xca\xfe\xba\xbe'),
  other('WebAssembly module', '\0asm'),
  other('SQLite database', 'SQLite format 3\0'),
  other('MP4 film', 'ftyp', 4),
  other('Matroska or WebM film', '\x1aE\xdf\xa3'),
  other('Ogg sound', 'OggS\0'),
  other('FLAC sound', 'fLaC\0'),
  other('WAV sound', 'RIFF????WAVE'),
  other('MP3 sound', 'ID3\x02'),
  other('MP3 sound', 'ID3\x03'),
  other('MP3 sound', 'ID3\x04'),
  other('WOFF font', 'wOFF\0'),
  other('WOFF2 font', 'wOF2\0'),
  other('OpenType font', 'OTTO\0'),
  other('TrueType font', '\0\x01\0\0'),
  other('NumPy array', '\x93NUMPY'),
  other('HDF5 data', '\x89HDF\r\n'),
  other('Parquet data', 'PAR1\x15'),
  other('Git pack', 'PACK\0\0\0'),
];

/** Number of bytes at the beginning of a file that every signature fits into. */
export const signatureBytes = 300;

export interface BinaryType {
  type: string;
  isImage: boolean;
}

/** Null if the first bytes belong to no known format. */
export function knownFormat(head: Buffer): BinaryType | null {
  const start = head.toString('latin1', 0, signatureBytes);
  const found = signatures.find((signature) => matches(start, signature));
  return found === undefined ? null : { type: found.type, isImage: found.isImage };
}

function matches(text: string, { start, offset }: Signature): boolean {
  if (text.length < offset + start.length) return false;
  for (let at = 0; at < start.length; at++) {
    if (start[at] !== '?' && start[at] !== text[offset + at]) return false;
  }
  return true;
}

/** The format by the file's extension, if its first bytes are not known. */
export function formatByName(path: string): BinaryType {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  if (extension !== undefined && imageExtensions.has(extension)) {
    return { type: `${extension.toUpperCase()} image`, isImage: true };
  }
  return { type: extension === undefined ? 'binary data' : `binary data (.${extension})`, isImage: false };
}

const imageExtensions = new Set(['bmp', 'cur', 'tga', 'dds', 'exr', 'ktx', 'ktx2', 'jp2', 'icns', 'xcf', 'raw', 'dng']);
