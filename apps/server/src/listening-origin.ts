import type { FastifyInstance } from 'fastify'

/** The address where this process listens, for programs on the same machine; undefined until it listens. */
export function originOf(app: FastifyInstance): string | undefined {
  const address = app.addresses()[0]
  if (!address || typeof address === 'string') return undefined
  const host = address.address === '0.0.0.0' || address.address === '::' ? '127.0.0.1' : address.address
  return `http://${address.family === 'IPv6' && host !== '127.0.0.1' ? `[${host}]` : host}:${address.port}`
}
