import { AppError } from '../../model/error.ts';

/** The error of each method that would write to several indexes at once. */
export function readOnly(): AppError {
  return new AppError('InternalError', 'Several repositories are read together; each is written by itself');
}
