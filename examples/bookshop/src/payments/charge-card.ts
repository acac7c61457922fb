import { withRetries } from './retries.ts';

const bank = 'https://bank.example/charges';

export class PaymentRefusedError extends Error {}

/** Takes euros from a card. Answers what the bank calls the payment. */
export async function chargeCard(card: string, euros: number): Promise<string> {
  const response = await withRetries(() =>
    fetch(bank, { method: 'POST', body: JSON.stringify({ card, cents: Math.round(euros * 100) }) }),
  );
  if (response.status === 402) throw new PaymentRefusedError('The bank refused the card');
  const { id } = (await response.json()) as { id: string };
  return id;
}
