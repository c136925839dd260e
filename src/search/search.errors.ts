import { DomainError } from '../common/domain-error.js';

/** There is no search engine, or it does not answer as one. */
export class SearchUnavailableError extends DomainError {
  override readonly code = 'search_unavailable';
}

/** A page must not be fetched: its address is private, or not of the web. */
export class AddressRefusedError extends DomainError {
  override readonly code = 'address_refused';
}

/** A page could not be fetched or read. */
export class PageUnavailableError extends DomainError {
  override readonly code = 'page_unavailable';
}
