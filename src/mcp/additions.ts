/**
 * Tools, prompts and resources besides the built-in ones, written with the types of the protocol. They can do what a `Tool` cannot: return
 * images, ask the client, take several rounds.
 * Invariant: additions are served by the same code on every transport.
 */
import type {
  CallToolResult,
  CompleteRequest,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  ServerOptions,
  Tool,
} from '@modelcontextprotocol/server';
import type { ProtocolServer } from './protocol-server.ts';

export interface AddedTool {
  listed: Tool;
  /** @param args unchecked */
  call(
    args: Record<string, unknown>,
    context: ServerContext,
    server: ProtocolServer,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export interface AddedPrompt {
  listed: Prompt;
  get(args: Record<string, string>, context: ServerContext): Promise<GetPromptResult | InputRequiredResult>;
  /** Values of an argument that begin with the typed text. */
  complete?(argument: CompleteRequest['params']['argument']): Promise<string[]>;
}

export interface AddedResource {
  listed: Resource;
  read(): Promise<ReadResourceResult>;
}

export interface AddedTemplate {
  listed: ResourceTemplateType;
  /** Null if the URI is not one of this template. */
  read(uri: string): Promise<ReadResourceResult | null>;
}

export interface Additions {
  tools: readonly AddedTool[];
  prompts: readonly AddedPrompt[];
  resources: readonly AddedResource[];
  templates: readonly AddedTemplate[];
  /** Whether the lists change while the server runs. Clients hear of a change by an event of `ServerFeed`. */
  changing?: boolean;
  /** Checks the state that a client brings back with its answers to questions of a tool. */
  verifyState?: NonNullable<ServerOptions['requestState']>['verify'];
}
