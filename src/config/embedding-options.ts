/** The options of `embedding.`, a part of the table in options.ts. Invariant: only the user sets them, since they send text elsewhere and load code. */
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
      'For an endpoint the model’s name there; for `transformers` the absolute path of a folder with `config.json`, `tokenizer.json` and ' +
      '`onnx/`, or, with `embedding.allowDownload`, the name of a model on the Hugging Face Hub; for `static` the absolute path of a file ' +
      'that the training in `embeddings/` of the sources wrote, empty for the one in the package; for `plugin` the embedder’s name, where there are several.',
  },
  'embedding.url': {
    type: 'text',
    default: '',
    form: 'an http or https URL without user and password',
    // Empty: the provider’s usual address. A password would be shown wherever the URL is.
    pattern: /^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?)?$/i,
    trust: 'user',
    description:
      'The base URL of the endpoint, such as `https://api.openai.com/v1` or `http://localhost:11434`, the defaults of `openai` and ' +
      '`ollama`.',
  },
  'embedding.dimensions': {
    type: 'integer',
    default: 0,
    min: 0,
    max: 16_384,
    trust: 'user',
    description: 'Length of a vector, for models that support shorter ones; 0: the full length of the model.',
  },
  'embedding.batchSize': {
    type: 'integer',
    default: 32,
    min: 1,
    max: 2048,
    trust: 'user',
    description: 'Texts in one request to an endpoint or a local transformer.',
  },
  'embedding.concurrency': {
    type: 'integer',
    default: 4,
    min: 1,
    max: 64,
    trust: 'user',
    description: 'Requests to an endpoint at the same time.',
  },
  'embedding.timeoutMs': {
    type: 'integer',
    default: 60_000,
    min: 100,
    max: 3_600_000,
    trust: 'user',
    description:
      'Milliseconds after which a request to an endpoint is stopped and repeated; a question never waits longer than 10,000.',
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
      'How `transformers` combines the vectors of a text into one. `auto`: as the model’s `1_Pooling/config.json` says, otherwise `mean`.',
  },
  'embedding.packageFolder': {
    type: 'text',
    default: '',
    form: 'a path',
    pattern: anyLine,
    trust: 'user',
    description:
      'The absolute path of the folder where you ran `npm install @huggingface/transformers`; empty: it is installed beside Code Scout.',
  },
  'embedding.allowDownload': {
    type: 'boolean',
    default: false,
    trust: 'user',
    description: 'Whether `transformers` may download `embedding.model` from the Hugging Face Hub.',
  },
} as const satisfies Record<string, Option>;
