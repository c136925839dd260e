import { UnsupportedContentTypeError } from './errors.js';
import { hasHeader, onlyValue, type RequestDescription } from './request/request-description.js';

/** Whether a request carries a body. */
export function hasBody(request: RequestDescription): boolean {
  return hasHeader(request, 'transfer-encoding') || (hasHeader(request, 'content-length') && onlyValue(request, 'content-length') !== '0');
}

/** Throws UnsupportedContentTypeError where there is a body of another media type than the accepted ones. */
export function assertContentType(request: RequestDescription, accepted: readonly string[]): void {
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) return;
  const mediaType = onlyValue(request, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== undefined && accepted.includes(mediaType)) return;
  throw new UnsupportedContentTypeError(`The body must be ${accepted.join(' or ')}, and Content-Type must say so.`, { accepted });
}
