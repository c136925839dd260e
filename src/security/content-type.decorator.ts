import { SetMetadata } from '@nestjs/common';

/** Metadata key of the media types that a route takes. */
export const ACCEPTED_CONTENT_TYPES = 'jarvis:accepted-content-types';

/** What a route takes where it says nothing. */
export const JSON_CONTENT_TYPE = 'application/json';

/** For a route whose body is of no consequence, or read by itself, whatever its type. */
export const ANY_CONTENT_TYPE = '*/*';

/** Bodies of these media types reach the route; any other is answered 415 and does nothing. JSON where not declared. */
export const AcceptContentTypes = (...types: string[]): ClassDecorator & MethodDecorator => SetMetadata(ACCEPTED_CONTENT_TYPES, types);
