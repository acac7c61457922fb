/**
 * The options of `embedding.`, a part of the table in options.ts.
 * Invariant: the project's file cannot set them, since they can send text to other hosts and load code.
 */
import type { Option } from './option.ts';

const anyLine = /^[^\0\r\n]{0,4096}$/;
const shortText = /^[^\0]{0,1000}$/;

export const embeddingOptions = {
  'embedding.provider': {
    type: 'choice',
    default: 'static',
    choices: ['static', 'off', 'transformers', 'openai', 'ollama', 'plugin'],
    trust: 'user',
    description:
      'The model that turns code and questions into vectors. `static`: the model in the package, offline. `off`: none, search by words alone. ' +
      '`transformers`: a model of yours, run by `@huggingface/transformers`, which you install. `openai`, `ollama`: an endpoint with that API; the text of the project is ' +
      'sent there. Its key, if it needs one, is read only from the variable `CODE_SCOUT_EMBEDDING_API_KEY`. `plugin`: an embedder of one of `plugins`.',
  },
  'embedding.model': {
    type: 'text',
    default: '',
    form: 'a name or a path',
    pattern: anyLine,
    trust: 'user',
    description:
      'Which model is used. `openai`, `ollama`: the model’s name at the endpoint. `transformers`: the absolute path of a folder with `config.json`, ' +
      '`tokenizer.json` and `onnx/`, or, with `embedding.allowDownload`, a model’s name on the Hugging Face Hub. `static`: the absolute path of a model ' +
      'file that you trained (`embeddings/` in the sources); empty for the model in the package. `plugin`: the embedder’s name, if there are several.',
  },
  'embedding.url': {
    type: 'text',
    default: '',
    form: 'an http or https URL without user and password',
    // Empty: the provider’s default. User and password are refused, because the URL is shown in messages.
    pattern: /^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?)?$/i,
    trust: 'user',
    description:
      'The base URL of the endpoint. Default: `https://api.openai.com/v1` for `openai`, `http://localhost:11434` for `ollama`.',
  },
  'embedding.dimensions': {
    type: 'integer',
    default: 0,
    min: 0,
    max: 16_384,
    trust: 'user',
    description: 'Length of the vectors, for models that can shorten theirs; 0: the model’s full length.',
  },
  'embedding.batchSize': {
    type: 'integer',
    default: 32,
    min: 1,
    max: 2048,
    trust: 'user',
    description: 'Number of texts in one request to an endpoint, or in one run of `transformers`.',
  },
  'embedding.concurrency': {
    type: 'integer',
    default: 4,
    min: 1,
    max: 64,
    trust: 'user',
    description: 'Number of requests to an endpoint that may run at the same time.',
  },
  'embedding.timeoutMs': {
    type: 'integer',
    default: 60_000,
    min: 100,
    max: 3_600_000,
    trust: 'user',
    description:
      'Milliseconds after which a request to an endpoint is stopped and repeated; for a question at most 10,000, and it is repeated once.',
  },
  'embedding.queryPrefix': {
    type: 'text',
    default: '',
    form: 'a text of up to 1,000 characters',
    pattern: shortText,
    trust: 'user',
    description:
      'Text that the model expects before a question, such as `search_query: `. For endpoints and `transformers`.',
  },
  'embedding.passagePrefix': {
    type: 'text',
    default: '',
    form: 'a text of up to 1,000 characters',
    pattern: shortText,
    trust: 'user',
    description: 'Text that the model expects before a piece of code, such as `search_document: `.',
  },
  'embedding.pooling': {
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'mean', 'cls', 'last_token'],
    trust: 'user',
    description:
      'How `transformers` combines the vectors of a text’s tokens into one. `auto`: as the model’s `1_Pooling/config.json` says; without that file, `mean`.',
  },
  'embedding.packageFolder': {
    type: 'text',
    default: '',
    form: 'a path',
    pattern: anyLine,
    trust: 'user',
    description:
      'The absolute path of the folder where you ran `npm install @huggingface/transformers`; empty if the package is installed beside Code Scout.',
  },
  'embedding.allowDownload': {
    type: 'boolean',
    default: false,
    trust: 'user',
    description: 'Whether `transformers` may download `embedding.model` from the Hugging Face Hub.',
  },
} as const satisfies Record<string, Option>;
