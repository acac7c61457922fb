import { Cart } from '../cart/cart.ts';
import type { Book } from '../cart/prices.ts';
import { logIn } from '../customers/login.ts';
import { findOrder } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';

interface CheckoutRequest {
  email: string;
  password: string;
  books: Book[];
  code?: string;
}

export async function postCheckout(request: CheckoutRequest): Promise<{ status: number; body: unknown }> {
  const customer = logIn(request.email, request.password);
  if (customer === null) return { status: 401, body: 'Wrong address or password' };
  const cart = new Cart();
  for (const book of request.books) cart.add(book);
  if (request.code !== undefined) cart.useDiscountCode(request.code);
  return { status: 201, body: await placeOrder(cart, customer) };
}

export function getOrder(id: string): { status: number; body: unknown } {
  const order = findOrder(id);
  return order === undefined ? { status: 404, body: 'No such order' } : { status: 200, body: order };
}
