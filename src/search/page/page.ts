import { TextDecoder } from 'node:util';
import { MAX_PAGE_BYTES } from '../limits.js';

/** Bytes at the start of a page in which it may name its encoding (WHATWG HTML, 13.2.3.2). */
const PRESCAN_BYTES = 1024;

/** A page as it was fetched. */
export class Page {
  constructor(
    /** Where it was found, after redirects. */
    readonly url: string,
    /** Lower case, without parameters; empty where the server names none. */
    readonly contentType: string,
    private readonly charset: string | undefined,
    private readonly body: Buffer,
  ) {}

  get isHtml(): boolean {
    if (this.contentType === '') return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(this.body.subarray(0, PRESCAN_BYTES).toString('latin1'));
    return this.contentType === 'text/html' || this.contentType === 'application/xhtml+xml';
  }

  /** Its end was left out. */
  get isCut(): boolean {
    return this.body.length >= MAX_PAGE_BYTES;
  }

  /** Whether it is something to be read, by its type; without one by whether it holds a NUL. */
  get isText(): boolean {
    if (this.contentType === '') return !this.body.includes(0);
    return /^text\/|^application\/(?:(?:.*\+)?(?:json|xml)|x-?(?:ndjson|yaml|sh)|yaml|toml|(?:ecma|java)script|xhtml\+xml|rss\+xml|atom\+xml)$/.test(this.contentType);
  }

  text(): string {
    const decoding = decoder(this.charset ?? this.declaredCharset());
    // In one piece Node 20 takes windows-1252 for latin1.
    return decoding.decode(this.body, { stream: true }) + decoding.decode();
  }

  private declaredCharset(): string | undefined {
    const start = this.body.subarray(0, PRESCAN_BYTES).toString('latin1');
    return this.isHtml ? /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] : undefined;
  }
}

/** UTF-8 where no encoding is named or the name is not known. */
function decoder(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
