/** Reason of a rescan that is made only because the last one is long ago. */
export const routineReason = 'reconciliation';
