import type { McpServer } from '@modelcontextprotocol/server';

/** What the protocol's requests are handled by. */
export type ProtocolServer = McpServer['server'];
