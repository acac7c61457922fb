/** Which errors a contract allows. */
import { AppError } from '../../src/model/error.ts';

/** Runs what may reject input with an `AppError`; any other error is thrown on, and one that says that the program is at fault. */
export async function rejecting(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'InternalError') throw error;
  }
}

/** Runs what throws a `RangeError` for bytes that its counterpart did not write. */
export function refusing(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof RangeError) || error.message.includes('call stack')) throw error;
  }
}
