import { GatewayClient, type GatewayClientOptions } from '../../src/gateway/client/index.js';

/** What a test node does when it is asked; what it throws is its error. */
export type NodeCommand = (params: unknown) => unknown;

/** A node as a device would be one: connects, declares its commands, and answers what it is asked. */
export class TestNode {
  readonly client: GatewayClient;

  /** @param nodeId stays the same over reconnects, and is what the node is paired by */
  constructor(
    url: string,
    private readonly nodeId: string,
    private readonly commands: Readonly<Record<string, NodeCommand>>,
    options: Partial<GatewayClientOptions> = {},
  ) {
    this.client = new GatewayClient({
      url,
      role: 'node',
      client: { id: 'test-node', mode: 'node', instanceId: nodeId, displayName: `Node ${nodeId}` },
      commands: Object.keys(commands),
      caps: ['test'],
      ...options,
    });
    this.client.on('node.invoke.request', ({ id, command, paramsJSON }) => void this.answer(id, command, paramsJSON));
  }

  private async answer(id: string, command: string, paramsJSON: string | null): Promise<void> {
    const { nodeId } = this;
    try {
      const payload = await this.commands[command]?.(paramsJSON === null ? undefined : JSON.parse(paramsJSON));
      await this.client.request('node.invoke.result', { id, nodeId, ok: true, payload });
    } catch (error) {
      await this.client.request('node.invoke.result', { id, nodeId, ok: false, error: { code: 'FAILED', message: String(error) } });
    }
  }
}
