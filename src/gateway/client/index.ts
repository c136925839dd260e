/** The client of the gateway, as the package exports it. */
export { GatewayConnectionError, GatewayProtocolError, GatewayRequestError } from './client-errors.js';
export type { GatewayClientOptions } from './client-options.js';
export { GatewayClient, type GatewayClientListeners, type RequestOptions } from './gateway-client.js';
export type { EventName, EventPayload } from '../protocol/events.js';
export type { MethodName, Params, Result } from '../protocol/methods.js';
