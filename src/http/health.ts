/** `GET /health`. Invariant: it reveals nothing about the project, since it needs no token. */
import { productName, productVersion } from '../config/product.ts';
import { jsonReply, type HttpReply } from '../util/http-message.ts';

export function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok', service: productName, version: productVersion(), mode: 'http' });
}
