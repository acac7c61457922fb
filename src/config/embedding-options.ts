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
      'What turns code and questions into vectors. `static`: the model in the package, offline. `off`: nothing, search by words alone. ' +
      '`transformers`: a model of yours, run by `@huggingface/transformers`, which you install. `openai`, `ollama`: an endpoint that speaks that API; the text of the project is ' +
      'sent there. Its key, if it needs one, is read from the variable `CODE_SCOUT_EMBEDDING_API_KEY` alone. `plugin`: an embedder of one of `plugins`.',
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
      'Where the endpoint’s API begins, such as `https://api.openai.com/v1` or `http://localhost:11434`, which are what `openai` and ' +
      '`ollama` use when it is empty.',
  },
  'embedding.dimensions': {
    type: 'integer',
    default: 0,
    min: 0,
    max: 16_384,
    trust: 'user',
    description: 'Values of a vector, for models that can give fewer than they have; 0: as many as the model has.',
  },
  'embedding.batchSize': {
    type: 'integer',
    default: 32,
    min: 1,
    max: 2048,
    trust: 'user',
    description: 'Texts that an endpoint or a local transformer is given at a time.',
  },
  'embedding.concurrency': {
    type: 'integer',
    default: 4,
    min: 1,
    max: 64,
    trust: 'user',
    description: 'Requests that an endpoint is sent at a time.',
  },
  'embedding.timeoutMs': {
    type: 'integer',
    default: 60_000,
    min: 100,
    max: 3_600_000,
    trust: 'user',
    description:
      'Milliseconds after which a request to an endpoint is given up and tried again; a question never waits longer than 10,000.',
  },
  'embedding.queryPrefix': {
    type: 'text',
    default: '',
    form: 'a text of up to 1,000 characters',
    pattern: shortText,
    trust: 'user',
    description:
      'What the model wants to read before a question, such as `search_query: `. For endpoints and `transformers`.',
  },
  'embedding.passagePrefix': {
    type: 'text',
    default: '',
    form: 'a text of up to 1,000 characters',
    pattern: shortText,
    trust: 'user',
    description: 'What the model wants to read before a piece of code, such as `search_document: `.',
  },
  'embedding.pooling': {
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'mean', 'cls', 'last_token'],
    trust: 'user',
    description:
      'How `transformers` makes one vector of a text’s many. `auto`: as the model’s `1_Pooling/config.json` says, else `mean`.',
  },
  'embedding.packageFolder': {
    type: 'text',
    default: '',
    form: 'a path',
    pattern: anyLine,
    trust: 'user',
    description:
      'The absolute path of the folder in which you ran `npm install @huggingface/transformers`; empty: it is installed beside Code Scout.',
  },
  'embedding.allowDownload': {
    type: 'boolean',
    default: false,
    trust: 'user',
    description:
      'Whether `transformers` may fetch `embedding.model` from the Hugging Face Hub when it is not there yet.',
  },
} as const satisfies Record<string, Option>;
