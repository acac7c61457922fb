import { readProgram } from './special-nodes';
export function t(at: usize): usize { return changetype<usize>(readProgram(at)); }
