/** The resources of 000: the state of the index and the settings in effect, as JSON. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server';
import { toAppError } from '../model/error.ts';
import { statusData } from '../tools/code-scout-status/format.ts';
import type { EnginePool } from './engine-pool.ts';

interface ResourceSource {
  resource: Resource;
  read(pool: EnginePool): Promise<unknown>;
}

async function projectStatus(pool: EnginePool): Promise<unknown> {
  try {
    return statusData(await (await pool.primaryEngine()).status());
  } catch (error) {
    const { message, hint } = toAppError(error);
    const own = await pool.primary();
    return {
      projectPath: 'root' in own ? own.root : null,
      status: 'root' in own ? 'failed' : 'absent',
      notice: hint === null ? message : `${message} ${hint}`,
    };
  }
}

const sources: readonly ResourceSource[] = [
  {
    resource: {
      uri: 'code-scout://config',
      name: 'Code-Scout Configuration',
      title: 'Configuration',
      description: 'Current configuration settings',
      mimeType: 'application/json',
    },
    read: (pool) => pool.primaryConfig(),
  },
  {
    resource: {
      uri: 'code-scout://project/status',
      name: 'Project Index Status',
      title: 'Index status',
      description: 'Current indexing status and statistics',
      mimeType: 'application/json',
    },
    read: projectStatus,
  },
];

/** By URI. */
export const listedResources: Resource[] = sources.map(({ resource }) => resource);

export async function readResource(uri: string, pool: EnginePool): Promise<ReadResourceResult> {
  const source = sources.find(({ resource }) => resource.uri === uri);
  if (source === undefined) {
    const known = listedResources.map((resource) => resource.uri).join(', ');
    throw new ResourceNotFoundError(uri, `Resource not found: ${uri.slice(0, 200)}. The resources are ${known}`);
  }
  try {
    const text = JSON.stringify(await source.read(pool), null, 2);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  } catch (error) {
    const { message, hint } = toAppError(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, hint === null ? message : `${message}. ${hint}`);
  }
}
