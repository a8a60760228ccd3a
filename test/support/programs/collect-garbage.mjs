import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a process whose memory is measured: what it has is then what it needs, and not what was not collected yet.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 250).unref();
