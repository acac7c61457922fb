import { Ints } from './ints';
import { Text, is, ascii } from './texts';
export function t(): i32 { const x = Ints.of(2); x.push(1); x.push(2); x.push(3); return is(ascii("abc"), "abc") ? x.get(2) : 0; }
