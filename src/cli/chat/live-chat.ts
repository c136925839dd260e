import { randomUUID } from 'node:crypto';
import { GatewayRequestError, type EventPayload, type GatewayClient } from '../../gateway/client/index.js';
import type { RunStatus } from '../../sessions/session.js';
import { CliError } from '../cli-error.js';
import type { LiveView } from './live-view.js';

type AgentPayload = EventPayload<'agent'>;

/** One message through the gateway, shown while it is answered. */
export class LiveChat {
  constructor(private readonly gateway: GatewayClient) {}

  /** Resolves with how the run ended, when all of it has been shown. Throws CliError in the server's own words. */
  async send(message: string, sessionId: string, view: LiveView): Promise<RunStatus> {
    let runId: string | undefined;
    const early: AgentPayload[] = [];
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const take = (payload: AgentPayload): void => {
      if (runId === undefined) early.push(payload);
      else if (payload.runId === runId) {
        view.show(payload);
        if (payload.stream === 'lifecycle' && payload.data.phase !== 'start') ended();
      }
    };
    const stopListening = this.gateway.on('agent', (payload) => payload.sessionKey === sessionId && take(payload));
    const onAccepted = (accepted: { runId: string }): void => {
      runId = accepted.runId;
      early.splice(0).forEach(take);
    };
    try {
      const final = await this.gateway.request('agent', { message, sessionKey: sessionId, idempotencyKey: randomUUID() }, { onAccepted });
      await end;
      return 'result' in final && final.result !== undefined ? (final.result.meta.runStatus as RunStatus) : 'ok';
    } catch (error) {
      throw error instanceof GatewayRequestError ? new CliError(error.message) : error;
    } finally {
      stopListening();
      view.end();
    }
  }
}
