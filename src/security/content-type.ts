import { ANY_CONTENT_TYPE } from './content-type.decorator.js';
import { UnsupportedContentTypeError } from './errors.js';
import { hasHeader, onlyValue, type RequestDescription } from './request/request-description.js';

/** Whether a request carries a body. */
export function hasBody(request: RequestDescription): boolean {
  return hasHeader(request, 'transfer-encoding') || (hasHeader(request, 'content-length') && onlyValue(request, 'content-length') !== '0');
}

/** The media type that a request names, in lower case; undefined where it names none, or a charset that is not UTF-8. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^;"\s]*)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') return undefined;
  return contentType?.split(';')[0]?.trim().toLowerCase();
}

/** Throws UnsupportedContentTypeError where there is a body of another media type than the accepted ones. */
export function assertContentType(request: RequestDescription, accepted: readonly string[]): void {
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) return;
  if (accepted.includes(ANY_CONTENT_TYPE)) return;
  const mediaType = mediaTypeOf(onlyValue(request, 'content-type'));
  if (mediaType !== undefined && accepted.includes(mediaType)) return;
  throw new UnsupportedContentTypeError(`The body must be ${accepted.join(' or ')} in UTF-8, and Content-Type must say so.`, { accepted });
}
