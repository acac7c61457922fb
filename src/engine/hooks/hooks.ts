/** Messages of git hosts, for the server that hears them. */
export { HookReceiver, type HookEvent } from './hook-receiver.ts';
export { readHookSecrets, HookSecrets } from './hook-secrets.ts';
export { gitHosts, payloadOf, type HostName } from './host-messages.ts';
export { CatalogueError, type Catalogue, type Counts as CatalogueCounts } from '../../team/catalogue/catalogue.ts';
