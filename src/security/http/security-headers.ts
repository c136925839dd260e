import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The headers of every answer: helmet's, with the page's own content security policy. No upgrade-insecure-requests and no
 * HSTS, since the page may be served over plain HTTP in a LAN; Referrer-Policy same-origin, since with no-referrer a GET of
 * the page would carry neither Origin nor Referer. Everything is no-store; who serves files may say otherwise.
 */
export function securityHeaders(): (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void {
  const standard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // Some browsers do not count WebSockets among 'self'. The Host header has been checked.
        connectSrc: ["'self'", (request) => `ws://${request.headers.host}`, (request) => `wss://${request.headers.host}`],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    standard(request, response, next);
  };
}

/**
 * The policy of the Swagger page, which styles itself inline. Inline scripts run only where their exact text is named.
 */
export function swaggerContentSecurityPolicy(inlineScripts: readonly string[] = []): string {
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`);
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
