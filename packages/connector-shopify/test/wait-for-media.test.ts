import { describe, expect, it } from 'vitest'
import type { Execute } from '../src/operation.ts'
import { createMediaWaiter } from '../src/operations/wait-for-media.ts'
import { virtualTime } from './virtual-time.ts'

type Picture = { readonly id: string; readonly readyAt: number; readonly failed?: boolean }

/** A remote whose pictures become READY or FAILED at set times; records each request. */
function pictures(products: Readonly<Record<string, readonly Picture[]>>) {
  const time = virtualTime()
  const requests: { at: number; call: string; ids: readonly string[] }[] = []
  const statusOf = ({ readyAt, failed }: Picture): string =>
    time.now() < readyAt ? 'PROCESSING' : failed ? 'FAILED' : 'READY'
  const answerTo = (name: string, ids: readonly string[]): unknown => ({
    nodes: ids.map((id) => {
      if (name === 'nodes(Product.media)')
        return id in products
          ? { id, media: { nodes: products[id]!.map((each) => ({ id: each.id, alt: '', status: statusOf(each) })) } }
          : null
      const picture = Object.values(products)
        .flat()
        .find((each) => each.id === id)
      const fileErrors = [{ code: 'IMAGE_DOWNLOAD_FAILURE', message: 'could not be fetched', details: 'HTTP 403' }]
      return picture ? { id, fileStatus: statusOf(picture), fileErrors } : null
    }),
  })
  const execute: Execute = (operation, variables) => {
    const ids = variables.ids as readonly string[]
    requests.push({ at: time.now(), call: operation.name, ids })
    return Promise.resolve(operation.answer.parse(answerTo(operation.name, ids)))
  }
  return { time, requests, waiter: createMediaWaiter({ execute, clock: time }) }
}

describe('waiting for media', () => {
  it('takes one request for all products that were created together', async () => {
    const ids = Array.from({ length: 20 }, (_none, index) => `P${index}`)
    const { time, requests, waiter } = pictures(
      Object.fromEntries(
        ids.map((id) => [
          id,
          [
            { id: `${id}-a`, readyAt: 2000 },
            { id: `${id}-b`, readyAt: 2900 },
          ],
        ]),
      ),
    )
    const resolved = Promise.all(ids.map((productId) => waiter.resolved({ productId, count: 2 })))
    await time.runUntil(60_000)
    expect((await resolved).every(({ media, failed }) => media.length === 2 && failed.length === 0)).toBe(true)
    expect(requests.map(({ at, ids }) => [at, ids.length])).toEqual([[3000, 20]])
  })

  it('returns why a picture failed', async () => {
    const { time, waiter } = pictures({
      P: [
        { id: 'a', readyAt: 0 },
        { id: 'b', readyAt: 5000, failed: true },
      ],
    })
    const resolved = waiter.resolved({ productId: 'P', count: 2 })
    await time.runUntil(60_000)
    expect((await resolved).failed).toEqual([
      {
        id: 'b',
        alt: '',
        status: 'FAILED',
        reason: { code: 'IMAGE_DOWNLOAD_FAILURE', message: 'could not be fetched (HTTP 403)' },
      },
    ])
  })

  it('polls less and less often, and gives up at the deadline', async () => {
    const { time, requests, waiter } = pictures({ P: [{ id: 'a', readyAt: Infinity }] })
    const resolved = waiter.resolved({ productId: 'P', count: 1, deadlineMs: 60_000 })
    const outcome = expect(resolved).rejects.toMatchObject({
      word: 'unavailable',
      detail: { code: 'MEDIA_NOT_READY' },
    })
    await time.runUntil(600_000)
    await outcome
    expect(requests.map(({ at }) => at)).toEqual([3000, 8000, 15_000, 26_000, 41_000, 56_000, 60_000])
  })

  it('does not let a slow product delay a later one', async () => {
    const { time, requests, waiter } = pictures({
      slow: [{ id: 'a', readyAt: Infinity }],
      late: [{ id: 'b', readyAt: 0 }],
    })
    const slow = expect(waiter.resolved({ productId: 'slow', count: 1, deadlineMs: 60_000 })).rejects.toThrow('in time')
    await time.runUntil(28_000)
    const late = waiter.resolved({ productId: 'late', count: 1 })
    await time.runUntil(600_000)
    await slow
    await late
    expect(requests.find(({ ids }) => ids.includes('late'))?.at).toBe(31_000)
  })

  it('reports a product that is gone, without affecting the others', async () => {
    const { time, waiter } = pictures({ P: [{ id: 'a', readyAt: 0 }] })
    const gone = expect(waiter.resolved({ productId: 'Q', count: 1 })).rejects.toMatchObject({ word: 'not-found' })
    const there = waiter.resolved({ productId: 'P', count: 1 })
    await time.runUntil(10_000)
    await gone
    expect((await there).media).toHaveLength(1)
  })
})
