import type { McpServer } from '@modelcontextprotocol/server';

/** The server that handles the protocol's requests. */
export type ProtocolServer = McpServer['server'];
