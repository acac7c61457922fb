/** Whether the native parser can be loaded on this machine. */
import { toAppError, type AppError } from '../model/error.ts';

/** Why it cannot; null where it can. */
export async function nativeParserFault(): Promise<AppError | null> {
  try {
    await import('./ecmascript/oxc-binding.ts');
    return null;
  } catch (error) {
    return toAppError(error);
  }
}
