/** The requests and notifications of the protocol, each with the answer that it gets. */
import type { CodeLens } from 'vscode-languageserver/node';
import { codeLenses, documentLinks, referencesCommand, resolvedLens, semanticTokens } from './answers/document.ts';
import { definitionAt, implementationsAt, referencesAt, symbolLocations, typeDefinitionAt } from './answers/goto.ts';
import { incomingCalls, outgoingCalls, prepareCalls, prepareTypes, relatedTypes } from './answers/hierarchy.ts';
import { hoverAt } from './answers/hover.ts';
import { documentSymbols, workspaceSymbols } from './answers/symbols.ts';
import type { FileQuestion, PlaceQuestion } from './answers/context.ts';
import { invalid, objectIn, positionIn, rangeIn, uriIn, type Found, type Params, type Token } from './parameters.ts';
import type { OpenNotebook } from './notebooks.ts';
import type { LanguageServer } from './server.ts';
import { isEnabled, type Feature } from './settings.ts';
import { keyOf } from './workspace.ts';

export function addRequests(server: LanguageServer): void {
  addDocuments(server);
  addNotebooks(server);
  addWorkspace(server);
  addPlaces(server);
  addHierarchies(server);
  addFiles(server);
}

function addDocuments(server: LanguageServer): void {
  const { connection, documents } = server;
  connection.onNotification('textDocument/didOpen', (params: Params) => {
    const document = server.openText(objectIn(params, 'textDocument'));
    if (document !== null) void server.showText(document);
  });
  connection.onNotification('textDocument/didChange', (params: Params) => {
    const { uri, version } = objectIn(params, 'textDocument');
    const changes = (params as Found)['contentChanges'];
    const document = Array.isArray(changes) ? server.changeText(uri, version, changes as Found[]) : null;
    if (document !== null) void server.showText(document);
  });
  connection.onNotification('textDocument/didClose', (params: Params) => {
    const uri = uriIn(params);
    if (typeof uri !== 'string') return;
    documents.delete(keyOf(uri));
    void server.hideText(uri);
  });
}

function addNotebooks(server: LanguageServer): void {
  const { connection, notebooks } = server;
  const show = (notebook: OpenNotebook | null): void => {
    if (notebook !== null) void server.showNotebook(notebook);
  };
  connection.onNotification('notebookDocument/didOpen', (params: Params) => show(notebooks.didOpen(params)));
  connection.onNotification('notebookDocument/didChange', (params: Params) => show(notebooks.didChange(params)));
  connection.onNotification('notebookDocument/didClose', (params: Params) => {
    const uri = notebooks.didClose(params);
    if (uri !== null) void server.hideNotebook(uri);
  });
}

function addWorkspace(server: LanguageServer): void {
  const { connection, workspace } = server;
  const urisIn = (list: unknown): string[] =>
    Array.isArray(list) ? list.map((one: Found) => one?.['uri']).filter((uri) => typeof uri === 'string') : [];
  connection.onNotification('workspace/didChangeWorkspaceFolders', (params: Params) => {
    const { added, removed } = objectIn(params, 'event');
    void workspace.change(urisIn(added), urisIn(removed));
  });
  connection.onNotification('workspace/didChangeConfiguration', (params: Params) => {
    if (server.client.pullsSettings) void server.pullSettings();
    else server.applySettings(((params?.['settings'] ?? {}) as Found)['codeScout']);
  });
  connection.onRequest('workspace/symbol', (params: Params, token: Token) => {
    const query = params?.['query'];
    if (typeof query !== 'string') throw invalid('query');
    return server.answer(token, [], async () => {
      const engines = await workspace.engines();
      const languages = new Map(
        engines[0]?.languages().flatMap(({ id, extensions }) => extensions.map((one) => [one, id])),
      );
      const isWanted = (path: string): boolean =>
        isEnabled(server.features, 'workspaceSymbol', languages.get(/\.[^./]+$/.exec(path)?.[0] ?? '') ?? null);
      return workspaceSymbols(engines, query, { places: server.places(), isEnabled: isWanted });
    });
  });
  connection.onRequest('workspace/executeCommand', (params: Params, token: Token) => {
    if (params?.['command'] !== referencesCommand) throw invalid('command');
    const [uri, , id] = Array.isArray(params['arguments']) ? (params['arguments'] as unknown[]) : [];
    if (typeof id !== 'string') throw invalid('arguments');
    return server.aboutFile({ feature: 'codeLens', uri, nothing: [], token }, (question) =>
      symbolLocations(question, id),
    );
  });
}

function addPlaces(server: LanguageServer): void {
  const { connection } = server;
  const at = <T>(
    method: string,
    feature: Feature,
    nothing: T,
    answer: (question: PlaceQuestion, params: Found, language: string | null) => Promise<T>,
  ): void => {
    connection.onRequest(method, (params: Params, token: Token): Promise<unknown> => {
      const position = positionIn(params, 'position');
      return server.aboutFile({ feature, uri: uriIn(params), nothing, token }, (question, language) =>
        answer({ ...question, position }, params as Found, language),
      );
    });
  };
  at('textDocument/definition', 'definition', [], (question) => definitionAt(question, false));
  at('textDocument/declaration', 'declaration', [], (question) => definitionAt(question, true));
  at('textDocument/typeDefinition', 'typeDefinition', [], typeDefinitionAt);
  at('textDocument/implementation', 'implementation', [], implementationsAt);
  at('textDocument/references', 'references', [], (question, params) => {
    const context = params['context'] as Params;
    return referencesAt(question, context?.['includeDeclaration'] === true);
  });
  at('textDocument/hover', 'hover', null, (question, _, language) =>
    hoverAt(question, server.client.isMarkdown, language ?? ''),
  );
  at('textDocument/prepareCallHierarchy', 'callHierarchy', [], prepareCalls);
  at('textDocument/prepareTypeHierarchy', 'typeHierarchy', [], prepareTypes);
}

function addHierarchies(server: LanguageServer): void {
  const { connection } = server;
  const of = <T>(
    method: string,
    feature: Feature,
    answer: (question: FileQuestion, id: string) => Promise<T[]>,
  ): void => {
    connection.onRequest(method, (params: Params, token: Token) => {
      const { uri, data } = objectIn(params, 'item');
      if (typeof data !== 'string') throw invalid('item.data');
      return server.aboutFile({ feature, uri, nothing: [], token, isOfSymbol: true }, (question) =>
        answer(question, data),
      );
    });
  };
  of('callHierarchy/incomingCalls', 'callHierarchy', incomingCalls);
  of('callHierarchy/outgoingCalls', 'callHierarchy', outgoingCalls);
  of('typeHierarchy/supertypes', 'typeHierarchy', (question, id) => relatedTypes(question, id, 'implements'));
  of('typeHierarchy/subtypes', 'typeHierarchy', (question, id) => relatedTypes(question, id, 'implementers'));
}

function addFiles(server: LanguageServer): void {
  const { connection } = server;
  const of = <T>(
    method: string,
    feature: Feature,
    nothing: T,
    answer: (question: FileQuestion, params: Found) => Promise<T>,
  ): void => {
    connection.onRequest(method, (params: Params, token: Token): Promise<unknown> =>
      server.aboutFile({ feature, uri: uriIn(params), nothing, token }, (question) =>
        answer(question, params as Found),
      ),
    );
  };
  of('textDocument/documentSymbol', 'documentSymbol', [], documentSymbols);
  of('textDocument/documentLink', 'documentLink', [], documentLinks);
  const noTokens = { data: [] };
  of('textDocument/semanticTokens/full', 'semanticTokens', noTokens, (question) => semanticTokens(question, null));
  of('textDocument/semanticTokens/range', 'semanticTokens', noTokens, (question, params) =>
    semanticTokens(question, rangeIn(params, 'range')),
  );
  of('textDocument/codeLens', 'codeLens', [], (question, params) => codeLenses(question, String(uriIn(params))));
  connection.onRequest('codeLens/resolve', (params: Params, token: Token) => {
    const { uri, id } = objectIn(params, 'data');
    rangeIn(params, 'range');
    if (typeof id !== 'string') throw invalid('data');
    const lens = params as unknown as CodeLens;
    return server.aboutFile({ feature: 'codeLens', uri, nothing: lens, token }, (question) =>
      resolvedLens(question, lens, id),
    );
  });
}
