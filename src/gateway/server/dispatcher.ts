import { Logger } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { assertShallow } from '../../security/http/json-body.js';
import type { SecretRedactor } from '../../security/secret-redactor.js';
import { errorShapeOf } from '../error-shape.js';
import { GatewayError, invalidRequest, unavailable } from '../gateway.error.js';
import { MAX_CONSECUTIVE_FAULTS, MAX_REQUESTS_IN_FLIGHT } from '../limits.js';
import type { ErrorShape } from '../protocol/schemas/errors.js';
import { type RequestFrame, RequestFrameSchema } from '../protocol/schemas/frames.js';
import { validate } from '../protocol/validators.js';
import type { ServedMethods } from '../served-methods.js';
import { CLOSE } from './close-socket.js';
import type { Connection } from './connection.js';
import { refusalOf } from './scopes.js';

/** The id of a response to something that had none. */
const NO_ID = 'invalid';

/** Takes secrets out of what is answered. */
type Redact = Pick<SecretRedactor, 'redact'>;

/** Reads a client's frames, calls methods, and answers. One for each connection. */
export class Dispatcher {
  private readonly logger = new Logger('Gateway');
  private inFlight = 0;
  private faults = 0;

  constructor(
    private readonly connection: Connection,
    private readonly methods: ServedMethods,
    private readonly redactor: Redact,
  ) {}

  /** Handles one frame. Never rejects. */
  async receive(data: string | undefined): Promise<void> {
    const frame = readRequest(data);
    if (!frame.ok) {
      this.fail(frame.id, invalidRequest(frame.problem));
      this.noteFault();
      return;
    }
    const { id } = frame.request;
    this.inFlight += 1;
    try {
      const payload = await this.call(frame.request);
      this.faults = 0;
      this.connection.respond({ type: 'res', id, ok: true, payload });
    } catch (error) {
      this.fail(id, error);
    } finally {
      this.inFlight -= 1;
    }
  }

  private async call({ id, method: name, params = {} }: RequestFrame): Promise<unknown> {
    if (this.inFlight > MAX_REQUESTS_IN_FLIGHT) {
      throw unavailable(`More than ${MAX_REQUESTS_IN_FLIGHT} requests of this connection are being worked on.`, { retryable: true });
    }
    const { identity } = this.connection;
    if (!(await identity.isStillValid())) {
      this.connection.close(CLOSE.policy, 'the credentials no longer hold');
      throw invalidRequest('unauthorized: the credentials of this connection no longer hold');
    }
    if (name === 'connect') throw invalidRequest('connect was already done on this connection');
    const method = this.methods.find(name);
    if (method === undefined) throw invalidRequest(`unknown method: ${name}`);
    const refusal = refusalOf(method.definition, identity);
    if (refusal !== undefined) {
      if (!method.definition.roles.includes(identity.role)) this.noteFault();
      throw invalidRequest(refusal);
    }
    const checked = validate(method.definition.params, params);
    if (!checked.ok) throw invalidRequest(`invalid ${name} params: ${checked.problems}`);
    const respond = (payload: unknown): void => this.connection.respond({ type: 'res', id, ok: true, payload });
    return method.handle(checked.value as never, { connection: this.connection, respond });
  }

  private fail(id: string, error: unknown): void {
    const shape = errorShape(error, this.redactor, this.logger);
    const payload = error instanceof GatewayError ? error.payload : undefined;
    this.connection.respond({ type: 'res', id, ok: false, error: shape, ...(payload === undefined ? {} : { payload }) });
  }

  private noteFault(): void {
    this.faults += 1;
    if (this.faults > MAX_CONSECUTIVE_FAULTS) this.connection.close(CLOSE.policy, 'repeated unauthorized calls');
  }
}

/** An error as it goes over the wire; faults of ours are logged. */
export function errorShape(error: unknown, redactor: Redact, logger: Logger): ErrorShape {
  return errorShapeOf(error, (text) => redactor.redact(text), (fault) => logger.error(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)));
}

type ReadRequest = { ok: true; request: RequestFrame } | { ok: false; id: string; problem: string; isJson: boolean };

/** Reads a request frame; where it is none, the id that it has all the same. Undefined data is a binary message. */
export function readRequest(data: string | undefined): ReadRequest {
  let value: unknown;
  try {
    value = JSON.parse(data ?? '');
    // What walks the value later must not run out of stack.
    assertShallow(Buffer.from(data ?? ''));
  } catch (error) {
    if (error instanceof DomainError) return { ok: false, id: idOf(value), problem: `invalid frame: ${error.message}`, isJson: true };
    const problem = data === undefined ? 'invalid frame: a message must be text, one JSON object' : 'invalid frame: not JSON';
    return { ok: false, id: NO_ID, problem, isJson: false };
  }
  const checked = validate(RequestFrameSchema, value);
  if (checked.ok) return { ok: true, request: checked.value };
  return { ok: false, id: idOf(value), problem: `invalid request frame: ${checked.problems}`, isJson: true };
}

function idOf(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' && id !== '' ? id : NO_ID;
}
