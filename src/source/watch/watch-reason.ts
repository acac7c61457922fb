/** Reason of a rescan that is made regularly, in case a change was missed. */
export const routineReason = 'reconciliation';
