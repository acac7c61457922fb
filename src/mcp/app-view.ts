/**
 * The view of the graph for hosts that show MCP Apps (extension `io.modelcontextprotocol/ui`, 2026-01-26): one page, which shows the structured answers of
 * a few tools. Invariant: the text and the structured answer of a tool are the same with and without it; a client that does not support the extension
 * sees nothing of it in the list of tools.
 */
import { readFileSync } from 'node:fs';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { assetUrl } from '../util/assets.ts';

const extension = 'io.modelcontextprotocol/ui';
const mimeType = 'text/html;profile=mcp-app';
/** Where a request of 2026-07-28 says what its client supports. */
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

export const graphViewUri = 'ui://code-scout/graph';

/** The page has everything in itself, so that it asks for no other host. */
const uiMeta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

export const graphView: Resource = {
  uri: graphViewUri,
  name: 'graph-view',
  title: 'Impact and paths',
  description: 'Shows the answers of get_impact, find_path and changes in hosts that support MCP Apps',
  mimeType,
  _meta: uiMeta,
};

/** Tools whose answers the view shows. */
const shownTools: ReadonlySet<string> = new Set(['get_impact', 'find_path', 'changes']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A connection of an older revision, whose client has named its capabilities once. */
interface OlderConnection {
  getClientCapabilities(): unknown;
}

/** @param envelope of the request: in 2026-07-28 each request names the capabilities */
export function supportsApps(connection: OlderConnection, envelope: unknown): boolean {
  return [connection.getClientCapabilities(), isObject(envelope) ? envelope[capabilitiesKey] : null].some((one) => {
    const extensions = isObject(one) ? one['extensions'] : null;
    const ui = isObject(extensions) ? extensions[extension] : null;
    return isObject(ui) && Array.isArray(ui['mimeTypes']) && ui['mimeTypes'].includes(mimeType);
  });
}

/** Tools as they are listed to a client that supports the extension. */
export function withViews<T extends { name: string }>(tools: readonly T[]): T[] {
  return tools.map((tool) =>
    shownTools.has(tool.name) ? { ...tool, _meta: { ui: { resourceUri: graphViewUri } } } : tool,
  );
}

export function readGraphView(): ReadResourceResult {
  const text = readFileSync(assetUrl('web/app.html'), 'utf8');
  return { contents: [{ uri: graphViewUri, mimeType, text, _meta: uiMeta }] };
}
