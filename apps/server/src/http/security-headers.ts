import { REQUEST_ID } from '@huoqiao/contract'
import type { FastifyInstance } from 'fastify'

/**
 * The console's Content-Security-Policy. Ant Design writes styles at run time, hence 'unsafe-inline' for styles only; product pictures come
 * from 1688 and the shops, hence https: and http: for images.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' https: http:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** Headers for every answer. */
const ANY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/** Headers that browsers only apply to documents. */
const DOCUMENT = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
}

/**
 * Scripts and styles of the built console. They cannot be shown as a page (no sniffing), so they do not need the document headers, which
 * would be larger than many of these files.
 */
const SCRIPT_OR_STYLE = /^\/assets\/[\w.-]+\.(js|css)$/

/** Sets security headers and the request id on every answer. */
export function securityHeaders(app: FastifyInstance): void {
  const everything = { ...ANY_ANSWER, ...DOCUMENT }
  app.addHook('onRequest', (request, reply, done) => {
    const headers = SCRIPT_OR_STYLE.test(request.url) ? ANY_ANSWER : everything
    reply.headers(headers).header(REQUEST_ID.header, request.id)
    done()
  })
}
