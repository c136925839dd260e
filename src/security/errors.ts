import { DomainError } from '../common/domain-error.js';

/** Nobody is known behind the request, or what it presented is not valid. */
export class AuthenticationRequiredError extends DomainError {
  override readonly code = 'unauthenticated';
}

/** The caller is known and may not do this. */
export class AccessDeniedError extends DomainError {
  override readonly code = 'forbidden';
}

/** The Host header names a host that this server is not (DNS rebinding). */
export class HostNotAllowedError extends DomainError {
  override readonly code = 'host_not_allowed';
}

/** The request comes from another site's page. */
export class OriginNotAllowedError extends DomainError {
  override readonly code = 'origin_not_allowed';
}

/** The client's address is not among those that may call. */
export class AddressNotAllowedError extends DomainError {
  override readonly code = 'address_not_allowed';
}

/** The request line asks for something that is not a path on this server. */
export class BadRequestTargetError extends DomainError {
  override readonly code = 'bad_request_target';
}

/** A body in a format that the route does not take. */
export class UnsupportedContentTypeError extends DomainError {
  override readonly code = 'unsupported_media_type';
}

/** A body that is longer than allowed. `data.limitBytes` names the limit. */
export class BodyTooLargeError extends DomainError {
  override readonly code = 'body_too_large';
}

/** A body that is not well-formed JSON. */
export class MalformedBodyError extends DomainError {
  override readonly code = 'malformed_body';
}

/** The settings would let strangers in, so the server does not start. */
export class UnsafeBindError extends DomainError {
  override readonly code = 'unsafe_bind';
}

/** The HTTP status of each code that this floor raises, for whoever answers over HTTP. */
export const SECURITY_HTTP_STATUS: Readonly<Record<string, number>> = {
  bad_request_target: 400,
  malformed_body: 400,
  unauthenticated: 401,
  forbidden: 403,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  address_not_allowed: 403,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
};
