import { REQUEST_ID } from '@huoqiao/contract'
import type { FastifyInstance } from 'fastify'

/**
 * The policy that the console really runs under. Ant Design writes its styles at run time, hence 'unsafe-inline' for
 * styles alone; product pictures come from the marketplace and the shops, hence https: and http: for images.
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

/** What may be done with any answer, whatever uses it. */
const ANY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/** What a document may do: a browser reads this of nothing else. */
const DOCUMENT = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/**
 * Scripts and styles of the built console, and nothing that could be shown as a page of its own: without sniffing they stay
 * text. They are many, and a document's headers weigh more than a small one of them.
 */
const SCRIPT_OR_STYLE = /^\/assets\/[\w.-]+\.(js|css)$/

/** On every answer: how a browser may treat it, and the number under which the log knows the request. */
export function securityHeaders(app: FastifyInstance): void {
  const everything = { ...ANY_ANSWER, ...DOCUMENT }
  app.addHook('onRequest', (request, reply, done) => {
    const headers = SCRIPT_OR_STYLE.test(request.url) ? ANY_ANSWER : everything
    reply.headers(headers).header(REQUEST_ID.header, request.id)
    done()
  })
}
