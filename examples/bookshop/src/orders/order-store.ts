import { randomUUID } from 'node:crypto';
import type { Line } from '../cart/cart.ts';

export interface Order {
  id: string;
  customer: string;
  lines: Line[];
  /** In euros. */
  total: number;
  /** What the bank calls the payment. */
  payment: string;
  placedAt: Date;
}

const orders = new Map<string, Order>();

export function saveOrder(order: Omit<Order, 'id'>): Order {
  const saved = { id: randomUUID(), ...order };
  orders.set(saved.id, saved);
  return saved;
}

export function findOrder(id: string): Order | undefined {
  return orders.get(id);
}

export function ordersOf(customer: string): Order[] {
  return [...orders.values()].filter((order) => order.customer === customer);
}
