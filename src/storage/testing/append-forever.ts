import { SystemClock } from '../../common/clock.js';
import { FileSessionStore } from '../file/file-session-store.js';
import { NodeFileOperations } from '../node-file-operations.js';

// append-forever <folder> <id> <from>: stores numbered messages, turn after turn, and prints each number when it is acknowledged.
const [folder = '', id = '', from = '0'] = process.argv.slice(2);
const store = new FileSessionStore({ conversations: folder, toolOutputs: `${folder}-outputs` }, new SystemClock(), new NodeFileOperations());
process.stdout.write('ready\n');
for (let number = Number(from); ; ) {
  const writer = await store.open(id);
  for (let step = 0; step < 3; step += 1, number += 1) {
    await writer.append([{ message: { role: 'user', content: String(number) } as { role: string } }]);
    process.stdout.write(`${number}\n`);
  }
  await writer.close({ completed: true });
  if (number % 2 === 0) await store.settle(id);
}
