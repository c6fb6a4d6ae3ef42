import { HTTP_STATUS_TEXT } from '@huoqiao/contract/errors'
import { ENDPOINTS } from '@huoqiao/contract/registry'
import { CALLS as LOADED } from 'virtual:contract'
import { expect, test } from 'vitest'
import { envelope, failure, openRequestBench } from '../../test/request-bench.ts'
import type { Answering } from '../../test/request-bench.ts'
import { contractTable } from '../../vite/contract-table.ts'

const CALLS = contractTable(ENDPOINTS)
const bench = openRequestBench(CALLS)

const WAYS: readonly [string, (name: string) => Answering, (name: string) => string][] = [
  ['refused', (name) => envelope({ code: 409, msg: `${name} 被拒绝` }), (name) => `${name} 被拒绝`],
  ['answered with HTTP 500', () => (res) => void res.writeHead(500).end(), () => HTTP_STATUS_TEXT[500]!],
  ['unreachable', () => (res) => void res.destroy(), () => '网络错误'],
]

test('the table that the browser rebuilds is that of the contract', () => {
  expect(LOADED).toEqual(CALLS)
})

/**
 * The request client of all screens, tested with every call of the contract (specification, sections 7 and 8). The streams have their own
 * client.
 */
const ASKED = Object.entries(CALLS).filter(([, { stream }]) => !stream)

test.each(WAYS)('every failed call of the contract, %s, is shown in one toast', async (_way, answer, text) => {
  expect(ASKED.length).toBeGreaterThan(250)
  for (const [name] of ASKED) {
    bench.answerWith = answer(name)
    await failure(bench.client.send(name, {}, { file: new Blob(['x']) }))
  }
  expect(bench.reported).toEqual(ASKED.map(([name]) => text(name)))
})

test.each(WAYS)('every call that a timer repeats, %s, is shown once until it succeeds', async (_way, answer, text) => {
  for (const [name] of ASKED)
    for (const answering of [answer(name), answer(name), envelope({ code: 200 }), answer(name)]) {
      bench.answerWith = answering
      await bench.client.send(name, {}, { file: new Blob(['x']), series: name }).catch(() => undefined)
    }
  expect(bench.reported).toEqual(ASKED.flatMap(([name]) => [text(name), text(name)]))
})
