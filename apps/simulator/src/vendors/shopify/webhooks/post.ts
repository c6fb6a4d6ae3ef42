import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type PostResult = { status: number; error: string | null; ms: number }

/**
 * Posts the bytes once, with `timeoutMs` of real time in all and a fifth of it to connect (reference shopify-admin 6: five seconds and
 * one). Never rejects: a failure is in `error`, with status 0. Redirects are not followed.
 */
export function postOnce(
  uri: string,
  headers: Record<string, string>,
  body: Buffer,
  timeoutMs: number,
): Promise<PostResult> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, error: string | null): void => {
      clearTimeout(connecting)
      clearTimeout(whole)
      resolve({ status, error, ms: Math.round(performance.now() - startedAt) })
    }
    const send = uri.startsWith('https:') ? httpsRequest : httpRequest
    const sent = send(uri, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false,
    })
    const give = (error: string) => (): void => {
      done(0, error)
      sent.destroy()
    }
    const connecting = setTimeout(give('connect timeout'), timeoutMs / 5)
    const whole = setTimeout(give('response timeout'), timeoutMs)
    sent.on('socket', (socket) => {
      socket.once(uri.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    sent.on('error', (error) => done(0, error.message))
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode ?? 0, null))
      response.on('error', (error) => done(0, error.message))
    })
    sent.end(body)
  })
}
