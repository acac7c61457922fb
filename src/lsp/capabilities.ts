/** What client and server can do. */
import { TextDocumentSyncKind, type InitializeParams, type ServerCapabilities } from 'vscode-languageserver/node';
import { referencesCommand } from './answers/document.ts';
import { tokenModifiers, tokenTypes } from './answers/kinds.ts';
import { isUsed, type Feature, type FeatureSettings } from './settings.ts';
import type { Encoding } from './text-document.ts';

export interface ClientState {
  encoding: Encoding;
  /** Whether hovers may be Markdown. */
  isMarkdown: boolean;
  hasProgress: boolean;
  /** Whether the client answers `workspace/configuration`. */
  pullsSettings: boolean;
  hasFolders: boolean;
}

/** UTF-8 saves the conversion where both sides can do it; every client knows UTF-16. */
function encodingOf(offered: unknown): Encoding {
  return Array.isArray(offered) && offered[0] === 'utf-8' ? 'utf-8' : 'utf-16';
}

export function capabilitiesOf(
  params: InitializeParams,
  settings: FeatureSettings,
): { client: ClientState; capabilities: ServerCapabilities } {
  // The parameters are as the client sent them.
  const { capabilities } = params as Partial<InitializeParams>;
  const { general, notebookDocument, textDocument, window, workspace } = capabilities ?? {};
  const encoding = encodingOf(general?.positionEncodings);
  const formats = textDocument?.hover?.contentFormat;
  // A request that no language wants is not offered, so that the client never sends it.
  const when = <T>(feature: Feature, value: T): T | undefined => (isUsed(settings, feature) ? value : undefined);
  const provider = {
    definitionProvider: when('definition', true),
    declarationProvider: when('declaration', true),
    typeDefinitionProvider: when('typeDefinition', true),
    implementationProvider: when('implementation', true),
    referencesProvider: when('references', true),
    documentSymbolProvider: when('documentSymbol', { label: 'Code Scout' }),
    workspaceSymbolProvider: when('workspaceSymbol', true),
    callHierarchyProvider: when('callHierarchy', true),
    typeHierarchyProvider: when('typeHierarchy', true),
    hoverProvider: when('hover', true),
    documentLinkProvider: when('documentLink', { resolveProvider: false }),
    codeLensProvider: when('codeLens', { resolveProvider: true }),
    executeCommandProvider: when('codeLens', { commands: [referencesCommand] }),
    semanticTokensProvider: when('semanticTokens', {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      range: true,
      full: true,
    }),
  };
  const offered = Object.fromEntries(Object.entries(provider).filter(([, value]) => value !== undefined));
  return {
    client: {
      encoding,
      isMarkdown: Array.isArray(formats) && formats.includes('markdown'),
      hasProgress: window?.workDoneProgress === true,
      pullsSettings: workspace?.configuration === true,
      hasFolders: workspace?.workspaceFolders === true,
    },
    capabilities: {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
      // All cells, since those of other languages lie between those of the notebook's.
      ...(notebookDocument?.synchronization === undefined
        ? {}
        : { notebookDocumentSync: { notebookSelector: [{ notebook: 'jupyter-notebook' }], save: false } }),
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      ...offered,
    },
  };
}
