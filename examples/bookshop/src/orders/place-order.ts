import type { Cart } from '../cart/cart.ts';
import type { Customer } from '../customers/login.ts';
import { chargeCard } from '../payments/charge-card.ts';
import { saveOrder, type Order } from './order-store.ts';

/** Charges the customer's card, then keeps the order. Throws what the payment throws; nothing is kept then. */
export async function placeOrder(cart: Cart, customer: Customer, now = new Date()): Promise<Order> {
  const total = cart.total(now);
  const payment = await chargeCard(customer.card, total);
  return saveOrder({ customer: customer.id, lines: cart.lines, total, payment, placedAt: now });
}
