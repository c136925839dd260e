import { SystemClock } from '../../common/clock.js';
import { FileIdempotencyStore } from '../file/file-idempotency-store.js';
import { LibsqlLock } from '../libsql-lock.js';
import { NodeFileOperations } from '../node-file-operations.js';

// hold-claim <folder> <key> <session>: claims the key, says what it got, and does nothing more until it is killed.
const [folder = '', key = '', sessionId = ''] = process.argv.slice(2);
const clock = new SystemClock();
const store = new FileIdempotencyStore(`${folder}/kept`, new LibsqlLock(`${folder}/locks`, clock), clock, new NodeFileOperations());
process.stdout.write(`${(await store.begin({ key, principalId: 'local', requestHash: 'h', sessionId })).state}\n`);
setInterval(() => undefined, 1_000);
