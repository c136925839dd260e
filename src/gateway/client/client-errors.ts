import { DomainError } from '../../common/domain-error.js';
import type { ErrorShape } from '../protocol/schemas/errors.js';

/** The server answered with an error. */
export class GatewayRequestError extends DomainError {
  override readonly code = 'gateway_request';

  constructor(
    /** As it came over the wire. */
    readonly shape: ErrorShape,
    /** What came beside the error. */
    readonly payload?: unknown,
  ) {
    super(shape.message, { code: shape.code, details: shape.details });
  }
}

/** There is no connection, or it was lost before the answer: whether the request was carried out is not known. */
export class GatewayConnectionError extends DomainError {
  override readonly code = 'gateway_connection';

  constructor(
    message: string,
    /** The close code of the WebSocket, where there was one. */
    readonly closeCode?: number,
  ) {
    super(message);
  }
}

/** The server sent something that is not of the protocol. */
export class GatewayProtocolError extends DomainError {
  override readonly code = 'gateway_protocol';
}
