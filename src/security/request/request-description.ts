import type { IncomingMessage } from 'node:http';

/**
 * What the checks need to know of a request, whatever server it arrived at: a call over HTTP and a WebSocket handshake are
 * described alike.
 */
export interface RequestDescription {
  /** Upper case, as sent. */
  method: string;
  /** The request target as it stood on the request line. */
  target: string;
  /** Values by lower-case name, one for each time that the header was sent. */
  headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** Address at the other end of the socket. */
  peerAddress?: string;
  /** Own address at which the connection was accepted. */
  localAddress?: string;
  /** TLS on this very socket. */
  encrypted: boolean;
}

/** Describes a request of Node's HTTP server, before or after Express had it. */
export function describeRequest(request: IncomingMessage & { originalUrl?: string }): RequestDescription {
  const { remoteAddress, localAddress } = request.socket;
  return {
    method: request.method ?? '',
    target: request.originalUrl ?? request.url ?? '',
    headers: request.headersDistinct,
    ...(remoteAddress === undefined ? {} : { peerAddress: remoteAddress }),
    ...(localAddress === undefined ? {} : { localAddress }),
    encrypted: 'encrypted' in request.socket && request.socket.encrypted === true,
  };
}

/** The value of a header that was sent exactly once; undefined where it is absent or ambiguous. */
export function onlyValue(description: RequestDescription, name: string): string | undefined {
  const values = description.headers[name];
  return values?.length === 1 ? values[0] : undefined;
}

/** Whether a header was sent at all. */
export function hasHeader(description: RequestDescription, name: string): boolean {
  return (description.headers[name]?.length ?? 0) > 0;
}
