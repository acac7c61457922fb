/** `GET /health` (001). Invariant: it tells nothing of the project, since it is answered without a token. */
import { productName, productVersion } from '../config/product.ts';
import { jsonReply, type HttpReply } from '../util/http-message.ts';

export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok', service: productName, version: productVersion(), mode: 'http' });
}
