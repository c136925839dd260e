/**
 * Hands bytes from one socket to another and does nothing else: what one more process in the path costs at least.
 * `node byte-proxy.mjs PORT` forwards to 127.0.0.1:PORT and prints one line `{"port": N}`.
 */
import { connect, createServer } from 'node:net';

const target = Number(process.argv[2]);
const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
  client.pipe(upstream).pipe(client);
  const close = () => {
    client.destroy();
    upstream.destroy();
  };
  client.on('error', close).on('close', close);
  upstream.on('error', close).on('close', close);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
