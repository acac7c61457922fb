import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTransformersEmbedder } from './transformers-embedder.ts';
import type { TransformersEmbedderSettings } from './transformers-embedder.ts';
import { settings as configuration } from '../../config/options.ts';
import { AppError } from '../../model/error.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'transformers-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/**
 * A minimal fake of the package. A model's vector of a text is the text's length, then ones; a model whose weights
 * say `tokens` returns a tensor of three dimensions. Its inputs are recorded in a file.
 */
const fakePackage = `
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { isAbsolute, join } = require('node:path');
const log = (what) => appendFileSync(join(__dirname, 'log'), JSON.stringify(what) + '\\n');
const env = { allowRemoteModels: true, allowLocalModels: true, cacheDir: null };
async function pipeline(task, model, options) {
  log({ task, model, options, env });
  const here = isAbsolute(model) ? model : join(env.cacheDir, model);
  const weights = join(here, 'onnx/model' + (options.dtype === 'q8' ? '_quantized' : '') + '.onnx');
  if (!existsSync(weights)) throw new Error(env.allowRemoteModels ? 'no such model there' : 'file was not found locally');
  const kind = readFileSync(weights, 'utf8');
  if (kind === 'broken') throw new Error('Protobuf parsing failed');
  const extract = async (texts, { pooling }) => {
    log({ texts, pooling });
    if (texts.includes('out of memory')) throw new Error('failed to allocate');
    const rows = texts.map((text) => [text.length, 1, kind === 'nan' || text.includes('bad') ? NaN : 1]);
    const dims = kind === 'tokens' ? [texts.length, 3, 1] : [texts.length, 3];
    return { data: Float32Array.from(rows.flat()), dims };
  };
  extract.dispose = async () => log('disposed');
  return extract;
}
module.exports = Object.assign({}, { env, pipeline });
`;

function installPackage(main = fakePackage): void {
  const manifest = {
    name: '@huggingface/transformers',
    version: '4.0.0',
    exports: { node: { require: './main.cjs' } },
  };
  write('node_modules/@huggingface/transformers/package.json', JSON.stringify(manifest));
  write('node_modules/@huggingface/transformers/main.cjs', main);
}

function makeModel(weights = 'plain', file = 'model_quantized.onnx', name = 'model'): string {
  for (const part of ['config', 'tokenizer', 'tokenizer_config']) write(`${name}/${part}.json`, '{}');
  write(`${name}/onnx/${file}`, weights);
  return join(folder, name);
}

function log(): unknown[] {
  const lines = readFileSync(join(folder, 'node_modules/@huggingface/transformers/log'), 'utf8').trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

function settings(more: Partial<TransformersEmbedderSettings> = {}): TransformersEmbedderSettings {
  return {
    model: join(folder, 'model'),
    allowDownload: false,
    downloads: join(folder, 'downloads'),
    packageFolder: folder,
    dimensions: null,
    batchSize: 2,
    pooling: 'auto',
    prefixes: { query: '', passage: '' },
    ...more,
  };
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`expected an AppError, got ${String(error)}`);
}

function unit(...values: number[]): number[] {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
function expectVectors(vectors: readonly Float32Array[], expected: readonly number[][]): void {
  expect(vectors.map((vector) => vector.length)).toEqual(expected.map((vector) => vector.length));
  for (const [i, vector] of expected.entries()) {
    for (const [j, value] of vector.entries()) expect(vectors[i]![j]).toBeCloseTo(value, 5);
  }
}

describe('with a package and a model', () => {
  it('embeds in batches of similar length, and releases the model at the end', async () => {
    installPackage();
    const model = makeModel();
    const embedder = await openTransformersEmbedder(settings({ prefixes: { query: 'q', passage: 'p:' } }));
    const vectors = await embedder.embed(['dddd', '', 'a', 'ccc\uD83D', 'bb', ' \n'], 'passage');
    const nothing = [0, 0, 0];
    expectVectors(vectors, [unit(6, 1, 1), nothing, unit(3, 1, 1), unit(6, 1, 1), unit(4, 1, 1), nothing]);
    expectVectors(await embedder.embed(['a'], 'query'), [unit(2, 1, 1)]);
    await embedder.close();
    await embedder.close();
    const env = { allowRemoteModels: false, allowLocalModels: true, cacheDir: join(folder, 'downloads') };
    expect(log()).toEqual([
      { task: 'feature-extraction', model, options: { dtype: 'q8', device: 'cpu', local_files_only: true }, env },
      { texts: ['function add(a, b) { return a + b; }'], pooling: 'mean' },
      { texts: ['p:a', 'p:bb'], pooling: 'mean' },
      { texts: ['p:dddd', 'p:ccc\uFFFD'], pooling: 'mean' },
      { texts: ['qa'], pooling: 'mean' },
      'disposed',
    ]);
    expect((await failure(embedder.embed(['a'], 'query'))).code).toBe('CancelledError');
  });

  it.each<[string, Partial<TransformersEmbedderSettings>, string | null, string]>([
    ['mean', {}, null, 'mean'],
    ['the setting of the model', {}, '{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}', 'cls'],
    ['the setting of the model', {}, '{"pooling_mode_lasttoken": true}', 'last_token'],
    ['mean', {}, '[null]', 'mean'],
    ['the setting of the user', { pooling: 'mean' }, '{"pooling_mode_cls_token": true}', 'mean'],
  ])('pools by %s', async (_, more, file, expected) => {
    installPackage();
    makeModel('plain', 'model.onnx');
    if (file !== null) write('model/1_Pooling/config.json', file);
    const embedder = await openTransformersEmbedder(settings(more));
    expect(log().at(-1)).toMatchObject({ pooling: expected });
    expect(embedder.id).toMatch(new RegExp(`^transformers "model@[0-9a-f]{16}" "fp32" "${expected}" 3$`));
  });

  it('identifies a model by its content', async () => {
    installPackage();
    const open = async (name: string): Promise<string> =>
      (await openTransformersEmbedder(settings({ model: join(folder, name) }))).id;
    makeModel('one');
    const first = await open('model');
    makeModel('two');
    expect(await open('model')).not.toBe(first);
    makeModel('one', 'model_quantized.onnx', 'elsewhere/model');
    expect(await open('elsewhere/model')).toBe(first);
    write('elsewhere/model/tokenizer.json', '{"other": 1}');
    expect(await open('elsewhere/model')).not.toBe(first);
  });

  it('cuts vectors to the configured length', async () => {
    installPackage();
    makeModel();
    const embedder = await openTransformersEmbedder(settings({ dimensions: 2 }));
    expect(embedder.dimensions).toBe(2);
    expectVectors(await embedder.embed(['abc'], 'passage'), [unit(3, 1)]);
    const error = await failure(openTransformersEmbedder(settings({ dimensions: 4 })));
    expect(error.message).toBe('`embedding.dimensions` is 4, but the model has 3');
  });

  it('uses a named model that was downloaded before, and downloads one only if permitted', async () => {
    installPackage();
    makeModel('plain', 'model_quantized.onnx', 'downloads/owner/known');
    const known = await openTransformersEmbedder(settings({ model: 'owner/known' }));
    expect(known.id).toBe('transformers "owner/known" "q8" "mean" 3');
    const refused = await failure(openTransformersEmbedder(settings({ model: 'owner/new' })));
    expect(refused.message).toBe('The model owner/new is not on this machine: file was not found locally');
    expect(refused.hint).toContain('`embedding.allowDownload`');
    const tried = await failure(openTransformersEmbedder(settings({ model: 'owner/new', allowDownload: true })));
    expect(tried.message).toBe('The model owner/new could not be fetched or loaded: no such model there');
    await openTransformersEmbedder(settings({ model: makeModel(), allowDownload: true }));
    const asked = log().filter(
      (entry): entry is { env: { allowRemoteModels: boolean } } => Object(entry) === entry && 'env' in Object(entry),
    );
    expect(asked.map(({ env }) => env.allowRemoteModels)).toEqual([false, false, true, false]);
  });

  it('stops between batches', async () => {
    installPackage();
    makeModel();
    const embedder = await openTransformersEmbedder(settings());
    const stop = new AbortController();
    const work = embedder.embed(
      Array.from({ length: 100 }, (_, i) => `text ${i}`),
      'passage',
      stop.signal,
    );
    stop.abort();
    expect((await failure(work)).code).toBe('CancelledError');
    expect(log().length).toBeLessThan(6);
  });

  it('reports an error of the model', async () => {
    installPackage();
    makeModel();
    const embedder = await openTransformersEmbedder(settings());
    const error = await failure(embedder.embed(['out of memory'], 'passage'));
    expect(error.message).toBe('The embedding model failed: failed to allocate');
    expectVectors(await embedder.embed(['a'], 'passage'), [unit(1, 1, 1)]);
  });

  it('treats a text for which the model returns no numbers like an empty one', async () => {
    installPackage();
    makeModel();
    const embedder = await openTransformersEmbedder(settings());
    const vectors = await embedder.embed(['a', 'bad', 'ccc'], 'passage');
    expectVectors(vectors, [unit(1, 1, 1), [0, 0, 0], unit(3, 1, 1)]);
    expect((await failure(embedder.embed(['bad'], 'query'))).message).toContain('no vector of finite numbers');
  });

  it.each([
    ['broken', 'could not be loaded: Protobuf parsing failed'],
    ['tokens', 'gave no vector of finite numbers for each text (its form: 1 × 3 × 1)'],
    ['nan', 'gave no vector of finite numbers for each text (its form: 1 × 3)'],
  ])('refuses a model that is %s', async (weights, message) => {
    installPackage();
    makeModel(weights);
    expect((await failure(openTransformersEmbedder(settings()))).message).toContain(message);
  });
});

describe('what is missing', () => {
  const cases: [string, () => Partial<TransformersEmbedderSettings>][] = [
    ['needs a model', () => ({ model: '' })],
    ['neither an absolute path nor a name', () => ({ model: './models/mine' })],
    ['which is not there', () => ({ model: join(folder, 'nowhere') })],
    [
      'which is not a folder',
      () => {
        write('file', '');
        return { model: join(folder, 'file') };
      },
    ],
    [
      'which lacks tokenizer.json, tokenizer_config.json',
      () => {
        write('half/config.json', '{}');
        return { model: join(folder, 'half') };
      },
    ],
    ['which lacks `onnx/model.onnx`', () => ({ model: makeModel('', 'decoder.onnx') })],
    [
      'has a `1_Pooling/config.json` that cannot be read',
      () => {
        write('model/1_Pooling/config.json', '{');
        return { model: makeModel() };
      },
    ],
    ['needs the package @huggingface/transformers, which is not installed in ', () => ({ model: makeModel() })],
    ['not an absolute path: here', () => ({ model: makeModel(), packageFolder: 'here' })],
    [
      'could not be loaded: Cannot find module',
      () => {
        installPackage(`require('onnxruntime-node-that-is-not-there');`);
        return { model: makeModel() };
      },
    ],
    [
      'not of a version that is known here',
      () => {
        installPackage('module.exports = { pipeline: 1 };');
        return { model: makeModel() };
      },
    ],
  ];

  it.each(cases)('is reported: %s', async (message, prepare) => {
    const { code, message: said, hint } = await failure(openTransformersEmbedder(settings(prepare())));
    expect(code).toBe('ConfigurationError');
    expect(said).toContain(message);
    expect(hint).not.toBeNull();
    for (const [, key = ''] of `${said} ${hint}`.matchAll(/`(embedding\.\w+)`/g))
      expect(configuration.has(key)).toBe(true);
  });

  it('is reported when the package is not installed beside Code Scout', () => {
    const module = new URL('transformers-package.ts', import.meta.url).href;
    const script = `
      const { loadTransformersPackage } = await import(${JSON.stringify(module)});
      await loadTransformersPackage('').catch(({ code, message, hint }) => console.log([code, message, hint].join('\\n')));`;
    const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(output.split('\n').slice(0, 2)).toEqual([
      'ConfigurationError',
      'The embedding provider `transformers` needs the package @huggingface/transformers, which is not installed beside Code Scout',
    ]);
    expect(output).toContain('npm install @huggingface/transformers');
  });
});
