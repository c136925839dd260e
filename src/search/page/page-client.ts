import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DomainError, messageOf } from '../../common/domain-error.js';
import { MAX_REDIRECTS, PAGE_TIMEOUT_MS } from '../limits.js';
import { PageUnavailableError } from '../search.errors.js';
import { checkedLookup, type Resolve } from './checked-lookup.js';
import { readBody, requestPage, type PageRequest } from './page-request.js';
import { pageUrl } from './page-url.js';
import { Page } from './page.js';
import { isPublicAddress } from './public-address.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USER_AGENT = 'Mozilla/5.0 (compatible; Jarvis)';

/** How a page is fetched. */
export interface PageOptions {
  signal: AbortSignal;
  /** Addresses that are not of the public internet are fetched too. */
  allowPrivate?: boolean;
  userAgent?: string;
}

/** Fetches pages of the web and nothing else: each address is checked, also behind redirects, and bytes and time are bounded. */
@Injectable()
export class PageClient {
  /** How names are resolved, and which addresses everybody may ask; specs set them. */
  protected readonly resolve: Resolve = lookup;
  protected readonly isPublic: (address: string) => boolean = isPublicAddress;

  /**
   * The page at an address. Throws AddressRefusedError where it must not be fetched, PageUnavailableError where it cannot be or is nothing to be
   * read, and the signal's reason.
   */
  async get(address: string, { signal, allowPrivate = false, userAgent = USER_AGENT }: PageOptions): Promise<Page> {
    const limit = AbortSignal.timeout(PAGE_TIMEOUT_MS);
    const mayConnect = allowPrivate ? () => true : this.isPublic;
    const request = { mayConnect, lookup: checkedLookup(this.resolve, mayConnect), userAgent, signal: AbortSignal.any([signal, limit]) };
    try {
      return await follow(pageUrl(address), request);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) throw new PageUnavailableError(`The page did not come within ${PAGE_TIMEOUT_MS / 1000} s.`);
      if (error instanceof DomainError) throw error;
      throw new PageUnavailableError(`The page could not be fetched: ${messageOf(error)}`, {}, { cause: error });
    }
  }
}

async function follow(first: URL, request: PageRequest): Promise<Page> {
  for (let url = first, redirects = 0; ; redirects += 1) {
    const response = await requestPage(url, request);
    const target = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined;
    if (target === undefined) return pageOf(url, response);
    response.destroy();
    if (redirects === MAX_REDIRECTS) throw new PageUnavailableError(`The page was redirected more than ${MAX_REDIRECTS} times.`);
    url = pageUrl(target, url);
  }
}

async function pageOf(url: URL, response: IncomingMessage): Promise<Page> {
  try {
    if (response.statusCode !== 200) throw new PageUnavailableError(`The server of the page answered with HTTP ${response.statusCode}.`);
    const [type = '', ...parameters] = (response.headers['content-type'] ?? '').split(';');
    const charset = /^\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(parameters.find((parameter) => /^\s*charset/i.test(parameter)) ?? '')?.[1];
    const page = new Page(url.href, type.trim().toLowerCase(), charset, await readBody(response));
    if (!page.isText) throw new PageUnavailableError(`What is there is no text but ${page.contentType === '' ? 'binary data' : page.contentType}.`);
    return page;
  } finally {
    response.destroy();
  }
}
