import { SystemClock } from '../../common/clock.js';
import { LibsqlLock } from '../libsql-lock.js';

// hold-lock <folder> <name>: takes the lock, says so, and keeps it until it is killed.
const [folder = '', name = ''] = process.argv.slice(2);
await new LibsqlLock(folder, new SystemClock()).acquire(name);
process.stdout.write('held\n');
setInterval(() => undefined, 1_000);
