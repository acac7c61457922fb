import fs = require('fs');
import { helper } from './helper.cjs';

function start(): void {
  fs.readFileSync(helper());
}

export = start;
