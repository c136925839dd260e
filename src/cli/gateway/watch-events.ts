import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { events, type EventName } from '../../gateway/protocol/events.js';
import { CliError } from '../cli-error.js';
import type { Terminal } from '../terminal.js';
import { connectToGateway } from './connect-to-gateway.js';

/** `jarvis gateway watch`: one line of JSON for each event, until Ctrl-C. Connects again by itself. */
export async function watchEvents(names: readonly string[], paths: JarvisPaths, terminal: Terminal): Promise<void> {
  const wanted = names.length === 0 ? (Object.keys(events) as EventName[]) : names.map(eventName);
  const client = await connectToGateway(
    paths,
    {
      onConnected: (hello, isComplete) => {
        terminal.note(`Connected to Jarvis ${hello.server.version}.${isComplete ? '' : ' Events were missed.'}`);
      },
      onDisconnected: (code, reason, willReconnect) => {
        terminal.note(`The connection ended (${code}${reason === '' ? '' : ` ${reason}`}).${willReconnect ? ' Connecting again …' : ''}`);
        if (!willReconnect) process.exitCode = 1;
      },
    },
    true,
  );
  for (const name of wanted) client.on(name, (payload) => terminal.print(JSON.stringify({ event: name, payload })));
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve()));
  client.close();
}

function eventName(name: string): EventName {
  if (Object.hasOwn(events, name)) return name as EventName;
  throw new CliError(`There is no event "${name}". There are: ${Object.keys(events).join(', ')}.`);
}
