import { expect, it } from 'vitest'
import type { Answer, Client } from './client.ts'
import { pairOf } from './pair.ts'

const SHIP = '/api/purchase/delivery/shipOrders'
const rows = (succeeded: number, failed: number) => ({ code: 200, msg: '', data: { succeeded, failed, rows: [] } })
const QUICKER = { code: 409, msg: '已有人先操作', data: null }

function clientThat(answer: Answer<unknown>) {
  const pressed: string[] = []
  const call = <T>(path: string): Promise<Answer<T>> => {
    pressed.push(path)
    return Promise.resolve(answer as Answer<T>)
  }
  return { client: { get: call, post: call, form: call, again: () => 0 } satisfies Client, pressed }
}

it('when two clerks make a call at once, the answer with more work done is returned', async () => {
  for (const [one, other, heard] of [
    [rows(0, 1), rows(1, 0), rows(1, 0)],
    [rows(1, 0), rows(0, 1), rows(1, 0)],
    [QUICKER, rows(0, 1), rows(0, 1)],
  ] as const) {
    const [first, second] = [clientThat(one), clientThat(other)]
    const pair = pairOf(first.client, second.client, () => true)
    expect(await pair.post(SHIP)).toEqual(heard)
    expect([first.pressed, second.pressed]).toEqual([[SHIP], [SHIP]])
    expect(pair.together()).toBe(1)
  }
})

it('reads, and calls that are not made together, are made by the first clerk alone', async () => {
  const [first, second] = [clientThat(rows(1, 0)), clientThat(rows(1, 0))]
  await pairOf(first.client, second.client, () => true).get('/api/purchase/delivery/getShipments')
  await pairOf(first.client, second.client, () => false).post(SHIP)
  expect(first.pressed).toHaveLength(2)
  expect(second.pressed).toEqual([])
})
