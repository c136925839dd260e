import { createApplication } from './bootstrap.js';

const app = await createApplication();
await app.listen(18008, '127.0.0.1');
process.stdout.write(`Jarvis is listening at ${await app.getUrl()}\n`);
