/** What must be known about the files of a transformer model before it is loaded. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../model/error.ts';

export interface ModelFiles {
  /** The folder's name and a digest of its content: independent of its location. */
  id: string;
  /** Precision, by the package's name for it. */
  dtype: string;
  pooling: string;
}

export const defaultDtype = 'q8';
export const defaultPooling = 'mean';

/** Precisions with the suffixes of their files, small and fast ones before exact ones. The first whose file exists is used. */
const precisions: readonly (readonly [dtype: string, suffix: string])[] = [
  ['q8', '_quantized'],
  ['int8', '_int8'],
  ['fp32', ''],
  ['fp16', '_fp16'],
  ['uint8', '_uint8'],
  ['q4', '_q4'],
  ['q4f16', '_q4f16'],
  ['bnb4', '_bnb4'],
];

const requiredFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

function unusable(folder: string, problem: string): AppError {
  return new AppError('ConfigurationError', `\`embedding.model\` is ${folder}, which ${problem}`, {
    hint:
      'Set it to the absolute path of a folder with `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model.onnx` ' +
      '(or `onnx/model_quantized.onnx`): a copy of a model’s repository on the Hugging Face Hub that has an ONNX form.',
  });
}

/** How the vectors of a text's tokens become one vector. Sentence Transformers write it into `1_Pooling/config.json`. */
async function poolingOf(folder: string): Promise<string> {
  const path = join(folder, '1_Pooling', 'config.json');
  if (!existsSync(path)) return defaultPooling;
  let modes: unknown;
  try {
    modes = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw unusable(folder, `has a \`1_Pooling/config.json\` that cannot be read (${String(error)})`);
  }
  const entries: [string, unknown][] = typeof modes === 'object' && modes !== null ? Object.entries(modes) : [];
  const isChosen = (mode: string): boolean =>
    entries.some(([key, on]) => key === `pooling_mode_${mode}` && on === true);
  if (isChosen('cls_token')) return 'cls';
  if (isChosen('lasttoken')) return 'last_token';
  return defaultPooling;
}

const sampleBytes = 1 << 20;

/** Size, beginning and end of a file. This suffices to distinguish weights: those of another training differ everywhere. */
async function readSample(path: string): Promise<Uint8Array[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const parts: Uint8Array[] = [Buffer.from(`${size}\n`)];
    for (const start of [0, Math.max(0, size - sampleBytes)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, start);
      parts.push(buffer.subarray(0, bytesRead));
    }
    return parts;
  } finally {
    await file.close();
  }
}

async function digestOf(folder: string, weights: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [...requiredFiles, ...weights]) {
    for (const part of await readSample(join(folder, name))) hash.update(part);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Rejects with a `ConfigurationError` that says what is missing in the folder. */
export async function readModelFolder(folder: string): Promise<ModelFiles> {
  if (!existsSync(folder)) throw unusable(folder, 'is not there');
  if (!statSync(folder).isDirectory()) throw unusable(folder, 'is not a folder');
  const absent = requiredFiles.filter((name) => !existsSync(join(folder, name)));
  if (absent.length > 0) throw unusable(folder, `lacks ${absent.join(', ')}`);
  const onnx = existsSync(join(folder, 'onnx')) ? readdirSync(join(folder, 'onnx')).toSorted() : [];
  const precision = precisions.find(([, suffix]) => onnx.includes(`model${suffix}.onnx`));
  if (precision === undefined) throw unusable(folder, 'lacks `onnx/model.onnx`');
  const [dtype, suffix] = precision;
  // Weights that do not fit into the file are stored beside it.
  const weights = onnx.filter((name) => name.startsWith(`model${suffix}.onnx`)).map((name) => join('onnx', name));
  try {
    return { id: `${basename(folder)}@${await digestOf(folder, weights)}`, dtype, pooling: await poolingOf(folder) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unusable(folder, `cannot be read (${String(error)})`);
  }
}
