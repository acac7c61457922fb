/**
 * The language server: requests of an editor, answered by the engines of the open folders.
 * Invariants: a request whose parameters are malformed is answered with an error and changes nothing; what cannot be known is answered with nothing; a
 * problem that the user can solve is shown once.
 */
import {
  ErrorCodes,
  ResponseError,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { productVersion } from '../config/product.ts';
import type { Engine } from '../engine/types.ts';
import { toAppError, type AppError } from '../model/error.ts';
import { isNotebook } from '../model/notebook-cell.ts';
import { throwIfCancelled, untilCancelled } from './cancellation.ts';
import { capabilitiesOf, type ClientState } from './capabilities.ts';
import { showProgress } from './index-progress.ts';
import { Places } from './places.ts';
import { invalid, rangeIn, type Found, type Token } from './parameters.ts';
import { defaultFeatures, isEnabled, languageOf, readSettings, type Feature } from './settings.ts';
import { Notebooks, type OpenNotebook, type PlacedCell } from './notebooks.ts';
import { OpenText } from './text-document.ts';
import { keyOf, uriOf, Workspace, type ProjectFile, type ProjectSettings } from './workspace.ts';
import type { FileQuestion } from './answers/context.ts';
import { firstTurn } from '../util/turns/turns.ts';

export interface LanguageServerHost {
  /** Settings of a project by its root. Throws `AppError('ConfigurationError')`. */
  settingsFor: (root: string) => ProjectSettings;
  /** Folder that is served if the client names none; null for none. */
  folder: string | null;
  /** Ends the process. */
  exit: (code: number) => void;
}

/** What a request about a file asks. */
interface AboutFile<T> {
  feature: Feature;
  uri: unknown;
  nothing: T;
  token: Token;
  /** Whether it is about a symbol, and not about a place in the text. */
  isOfSymbol?: boolean;
}

export class LanguageServer {
  readonly connection: ProtocolConnection;
  readonly #host: LanguageServerHost;
  readonly workspace: Workspace;
  /** Open files by the URI that `uriOf` makes of their path; other schemes by their own. */
  readonly documents = new Map<string, OpenText>();
  readonly notebooks = new Notebooks(this.documents, {
    open: (document) => void this.openText(document),
    change: (uri, version, changes) => void this.changeText(uri, version, changes),
    close: (uri) => void this.documents.delete(keyOf(uri)),
  });
  readonly #shownProblems = new Set<string>();
  client: ClientState = {
    encoding: 'utf-16',
    isMarkdown: false,
    hasProgress: false,
    pullsSettings: false,
    hasFolders: false,
  };
  features = defaultFeatures;
  #state: 'new' | 'running' | 'shutdown' = 'new';

  constructor(connection: ProtocolConnection, host: LanguageServerHost) {
    this.connection = connection;
    this.#host = host;
    this.workspace = new Workspace({
      settingsFor: host.settingsFor,
      onOpened: (engine) => void this.#opened(engine),
      onProblem: (error) => this.showProblem(error),
    });
  }

  listen(): void {
    const { connection } = this;
    connection.onRequest('initialize', (params: InitializeParams) => this.#initialize(params));
    connection.onNotification('initialized', () => void this.#initialized());
    connection.onRequest('shutdown', async () => {
      this.#state = 'shutdown';
      await this.workspace.close();
      return null;
    });
    connection.onNotification('exit', () => this.#host.exit(this.#state === 'shutdown' ? 0 : 1));
    connection.onClose(() => this.#host.exit(this.#state === 'shutdown' ? 0 : 1));
    connection.listen();
  }

  #initialize(params: InitializeParams): InitializeResult {
    if (this.#state !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is initialized already');
    if (typeof params !== 'object' || params === null) throw invalid('params');
    this.#state = 'running';
    this.applySettings(params.initializationOptions);
    const { client, capabilities } = capabilitiesOf(params, this.features);
    this.client = client;
    const folders = Array.isArray(params.workspaceFolders) ? params.workspaceFolders.map(({ uri }) => uri) : [];
    // Of older clients.
    const { rootUri } = params as { rootUri?: unknown };
    const single = typeof rootUri === 'string' ? rootUri : null;
    const own = this.#host.folder === null ? null : uriOf(this.#host.folder);
    const named = folders.length > 0 ? folders : single !== null ? [single] : own !== null ? [own] : [];
    this.#start = named.filter((uri) => typeof uri === 'string');
    return { capabilities, serverInfo: { name: 'Code Scout', version: productVersion() } };
  }

  #start: string[] = [];

  async #initialized(): Promise<void> {
    const opened = this.workspace.change(this.#start, []);
    if (this.client.pullsSettings) await this.pullSettings();
    await opened;
  }

  /** Applies settings of the client; what it does not set stays at its default. */
  applySettings(value: unknown): void {
    const { features, problems } = readSettings(value);
    this.features = features;
    for (const problem of problems) this.showMessage('warning', problem);
  }

  async pullSettings(): Promise<void> {
    try {
      const [value] = await this.connection.sendRequest<unknown[]>('workspace/configuration', {
        items: [{ section: 'codeScout' }],
      });
      if (value !== null && value !== undefined) this.applySettings(value);
    } catch {
      // The client has no settings to give: those of the start stay.
    }
  }

  async #opened(engine: Engine): Promise<void> {
    try {
      for (const document of this.documents.values()) await this.showText(document);
      for (const notebook of this.notebooks.open) await this.showNotebook(notebook);
      await Promise.all([engine.watch(), showProgress(this.connection, this.client, engine)]);
      const { notice, status } = await engine.status();
      if (status === 'failed' && notice !== null) this.showMessage('error', notice);
    } catch (error) {
      // Where the folder was removed meanwhile, its engine is closed.
      if ((await this.workspace.engines()).includes(engine)) this.showProblem(toAppError(error));
    }
  }

  /** The open file of a URI. */
  document(uri: string): OpenText | undefined {
    return this.documents.get(keyOf(uri));
  }

  /** Takes the text of a `TextDocumentItem`; null where it is malformed. */
  openText({ uri, languageId, version, text }: Found): OpenText | null {
    if (typeof uri !== 'string' || typeof text !== 'string') return null;
    const document = new OpenText(uri, String(languageId), Number(version), text);
    this.documents.set(keyOf(uri), document);
    return document;
  }

  /** Applies `TextDocumentContentChangeEvent`s one after the other; null where the text is not open. */
  changeText(uri: unknown, version: unknown, changes: readonly Found[]): OpenText | null {
    const document = typeof uri === 'string' ? this.document(uri) : undefined;
    if (document === undefined) return null;
    for (const change of changes) {
      if (typeof change?.['text'] !== 'string') continue;
      const { text } = change as { text: string };
      const isWhole = change['range'] === undefined || change['range'] === null;
      document.apply(isWhole ? { text } : { text, range: rangeIn(change, 'range') }, this.client.encoding);
    }
    document.version = Number(version);
    return document;
  }

  /** Tells the engine the text of an open file. */
  async showText(document: OpenText): Promise<void> {
    const file = await this.workspace.fileOf(document.uri);
    if (this.document(document.uri) === document) file?.engine.editor.show(file.path, document.text);
  }

  async hideText(uri: string): Promise<void> {
    const file = await this.workspace.fileOf(uri);
    if (this.document(uri) === undefined) file?.engine.editor.show(file.path, null);
  }

  /** Tells the engine the text that the file of an open notebook would have. */
  async showNotebook({ uri, layout }: OpenNotebook): Promise<void> {
    const file = await this.workspace.fileOf(uri);
    if (this.notebooks.find(uri)?.layout === layout) file?.engine.editor.show(file.path, layout.text);
  }

  async hideNotebook(uri: string): Promise<void> {
    const file = await this.workspace.fileOf(uri);
    if (this.notebooks.find(uri) === undefined) file?.engine.editor.show(file.path, null);
  }

  /** The language of a file: as the editor names it, or else by its extension. */
  languageOf({ engine, path }: ProjectFile): string | null {
    const open = this.document(this.workspace.uriOf(engine, path));
    if (open !== undefined) return languageOf(open.languageId);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return (
      engine.languages().find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)))?.id ?? null
    );
  }

  /** @param cell the cell that the request is about */
  places(cell: PlacedCell | null = null): Places {
    const { documents, notebooks, client, workspace } = this;
    return new Places({ encoding: client.encoding, documents, notebooks: notebooks.layouts(), workspace, cell });
  }

  /** Answers a request about a file; with `nothing` where the file is not of an open project, or its language leaves the request to another server. */
  async aboutFile<T>(
    { feature, uri, nothing, token, isOfSymbol = false }: AboutFile<T>,
    answer: (question: FileQuestion, language: string | null) => Promise<T>,
  ): Promise<T> {
    if (typeof uri !== 'string') throw invalid('textDocument.uri');
    return this.answer(token, nothing, async () => {
      const found = this.notebooks.cell(uri);
      const file = await this.workspace.fileOf(found?.notebook.uri ?? uri);
      // The text of a notebook's file is JSON. What it means is asked about its cells.
      if (file === null || (found === null && !isOfSymbol && isNotebook(file.path))) return nothing;
      const cellLanguage = found?.cell.languageId ?? null;
      const language = cellLanguage === null ? this.languageOf(file) : languageOf(cellLanguage);
      if (!isEnabled(this.features, feature, language)) return nothing;
      const graph = await file.engine.editor.graph();
      // The cell may have changed meanwhile, and the graph with it.
      return answer({ ...file, graph, places: this.places(this.notebooks.cell(uri)?.cell ?? found?.cell) }, language);
    });
  }

  /** Runs the work of a request. Errors that the user can do something about are shown; the request then has the answer `nothing`. */
  async answer<T>(token: Token, nothing: T, work: () => Promise<T>): Promise<T> {
    if (this.#state === 'new') throw new ResponseError(ErrorCodes.ServerNotInitialized, 'Send initialize first');
    if (this.#state === 'shutdown') throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is shutting down');
    // Between the arrival and the work a cancellation can come.
    await firstTurn();
    throwIfCancelled(token);
    try {
      const result = await untilCancelled(token, work);
      throwIfCancelled(token);
      return result;
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      throwIfCancelled(token);
      const known = toAppError(error);
      if (known.code === 'CancelledError' || known.code === 'NotFoundError') return nothing;
      if (known.code === 'InternalError') throw new ResponseError(ErrorCodes.InternalError, known.message);
      this.showProblem(known);
      return nothing;
    }
  }

  /** Shows an error, once. */
  showProblem({ message, hint }: AppError): void {
    this.showMessage('error', hint === null ? message : `${message.replace(/[.]?$/, '.')} ${hint}`);
  }

  showMessage(kind: 'error' | 'warning', text: string): void {
    if (this.#shownProblems.has(text)) return;
    this.#shownProblems.add(text);
    const message = text.startsWith('Code Scout') ? text : `Code Scout: ${text}`;
    const { connection } = this;
    const show = async (): Promise<void> =>
      connection.sendNotification('window/showMessage', { type: kind === 'error' ? 1 : 2, message });
    // A client that has gone sees nothing.
    void show().catch(() => {});
  }
}
