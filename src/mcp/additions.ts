/**
 * What a server offers besides its own tools, prompts and resources, in the protocol's own terms: for what a `Tool` cannot say (images,
 * questions to the client, several rounds).
 * Invariant: what is added is served by the same code on every wire.
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
  /** @param args as they came: to be checked by it */
  call(
    args: Record<string, unknown>,
    context: ServerContext,
    server: ProtocolServer,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export interface AddedPrompt {
  listed: Prompt;
  get(args: Record<string, string>, context: ServerContext): Promise<GetPromptResult | InputRequiredResult>;
  /** Values for an argument that begins with what was typed. */
  complete?(argument: CompleteRequest['params']['argument']): Promise<string[]>;
}

export interface AddedResource {
  listed: Resource;
  read(): Promise<ReadResourceResult>;
}

export interface AddedTemplate {
  listed: ResourceTemplateType;
  /** Null where the address is none of its own. */
  read(uri: string): Promise<ReadResourceResult | null>;
}

export interface Additions {
  tools: readonly AddedTool[];
  prompts: readonly AddedPrompt[];
  resources: readonly AddedResource[];
  templates: readonly AddedTemplate[];
  /** Whether the lists change while the server runs; `ServerChanges` tells when. */
  changing?: boolean;
  /** Checks the state that a client brings back with its answers to questions of a tool. */
  verifyState?: NonNullable<ServerOptions['requestState']>['verify'];
}
