import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readEnv } from '../src/env.ts'
import { serveMetrics } from '../src/http/serve-metrics.ts'

const opened: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

/** A server that trusts proxy headers from everywhere (the unsafe setting); each request comes from the address `from`. */
function serving(token?: string) {
  const app = Fastify({ trustProxy: true })
  opened.push(app)
  serveMetrics(app, async () => 'huoqiao_jobs 1\n', token)
  return async (from: string, headers: Record<string, string> = {}): Promise<number> =>
    (await app.inject({ url: '/metrics', remoteAddress: from, headers })).statusCode
}

test('without a token, only direct requests from this machine may read the metrics', async () => {
  const status = serving()
  for (const from of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(await status(from)).toBe(200)
  for (const from of ['10.0.0.5', '93.184.216.34', '2606:2800:220:1::1', '::ffff:10.0.0.5'])
    expect(await status(from)).toBe(404)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])
    expect(await status('127.0.0.1', { [header]: '127.0.0.1' })).toBe(404)
  expect(await status('10.0.0.5', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
})

test('with a token, its holder may read the metrics from any address, and nobody else may', async () => {
  const status = serving('0123456789abcdef')
  expect(await status('10.0.0.5', { authorization: 'Bearer 0123456789abcdef' })).toBe(200)
  expect(await status('127.0.0.1')).toBe(404)
  for (const authorization of ['Bearer 0123456789abcdeF', '0123456789abcdef', 'Bearer ', ''])
    expect(await status('127.0.0.1', { authorization })).toBe(404)
})

test('the start fails if the token is too short', () => {
  expect(readEnv({ HUOQIAO_METRICS_TOKEN: '0123456789abcdef' }).HUOQIAO_METRICS_TOKEN).toBe('0123456789abcdef')
  expect(() => readEnv({ HUOQIAO_METRICS_TOKEN: 'short' })).toThrow('HUOQIAO_METRICS_TOKEN')
})
