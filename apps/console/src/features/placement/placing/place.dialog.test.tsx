// @vitest-environment happy-dom
import type { PayingWay, PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { purchaseOf } from '../../../../test/purchase.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import PlaceDialog from './place.dialog.tsx'

const BASE = '/api/purchase/center'
const previewOf = (purchaseId: string, totalMinor: number, more: Partial<PlacementPreview> = {}): PlacementPreview => ({
  purchaseId,
  number: `CG${purchaseId}`,
  orders: [],
  lines: [],
  expected: { goodsMinor: 10_000, freightMinor: 500, totalMinor: 10_500 },
  now: { goodsMinor: totalMinor - 500, freightMinor: 500, totalMinor },
  toleranceMinor: 100,
  withinTolerance: totalMinor <= 10_600,
  ways: [],
  at: 0,
  ...more,
})
const STAGED: PayingWay = { tradeType: 'staged37', staged: true, stages: [{ percent: 30, dueMinor: 3_150 }] }

/** The preview for each purchase; the request for a purchase without an entry waits. */
let answers: Map<string, PlacementPreview | { code: number; msg: string }>
let waiting: Map<string, ServerResponse>
let asked: string[]
const bench = openPageBench({
  [`POST ${BASE}/previewAlibabaOrder`]({ body }, res) {
    const { purchaseId: id } = JSON.parse(body) as { purchaseId: string }
    asked.push(id)
    const answer = answers.get(id)
    if (answer) return answer
    waiting.set(id, res)
    return undefined
  },
  [`POST ${BASE}/createAlibabaOrder`]: () => ({ succeeded: 1, failed: 0, rows: [] }),
})
function answer(id: string, preview: PlacementPreview): void {
  reply(waiting.get(id)!, { code: 200, msg: '', message: '', data: preview })
  waiting.delete(id)
}
const perform: SlotProps['place-purchases']['perform'] = (_title, of, act) => act(of.map(({ id }) => id))
const rowOf = (id: string, allowed: true | string = true) =>
  purchaseOf(id, { state: 'to-place', can: { createAlibabaOrder: allowed } })
const open = (...rows: ReturnType<typeof rowOf>[]): void =>
  showPage(
    bench,
    <PlaceDialog rows={rows} perform={perform} isBusy={false} onClose={() => undefined} />,
    '/purchase/list',
  )
const confirm = (): HTMLButtonElement => screen.getByRole('button', { name: /确认下单/ })
const total = (): string => screen.getByRole('status', { name: '合计' }).textContent
const placed = (): unknown[] =>
  bench.app.asked
    .filter(({ name }) => name === `POST ${BASE}/createAlibabaOrder`)
    .map(({ body }) => JSON.parse(body) as unknown)

beforeEach(() => {
  answers = new Map()
  waiting = new Map()
  asked = []
})

test('nothing is ordered before 1688 has answered for every purchase, which are asked three at a time', async () => {
  open(...['1', '2', '3', '4'].map((id) => rowOf(id)))
  await waitFor(() => expect(asked).toEqual(['1', '2', '3']))
  expect(confirm().disabled).toBe(true)
  for (const id of ['1', '2', '3']) answer(id, previewOf(id, 10_500))
  await waitFor(() => expect(asked).toEqual(['1', '2', '3', '4']))
  await waitFor(() => expect(total()).toContain('1688现价已查 3 张共 ¥315.00'))
  expect(confirm().disabled).toBe(true)
  fireEvent.click(confirm())
  answer('4', previewOf('4', 10_500))
  await waitFor(() => expect(confirm().disabled).toBe(false))
  expect(total()).toContain('1688现价共 ¥420.00')
  expect(placed()).toEqual([])
  fireEvent.click(confirm())
  await waitFor(() => expect(placed()).toEqual([{ purchaseIds: ['1', '2', '3', '4'], staged: [] }]))
})

test('a price beyond what is allowed is told at its purchase and in the sum', async () => {
  answers = new Map([
    ['1', previewOf('1', 10_500)],
    ['2', previewOf('2', 12_000)],
  ])
  open(rowOf('1'), rowOf('2'))
  await waitFor(() => expect(total()).toContain('1 张超过允许，会停下来等确认'))
  expect(within(screen.getByRole('region', { name: 'CG2' })).getByText('价格超过允许')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'CG1' })).queryByText('价格超过允许')).toBeNull()
})

test('a purchase beyond what is allowed is one click away, also when it is folded below the others', async () => {
  const line = { offerId: '7', skuId: null, specId: null, title: '杯', specText: '', quantity: 1 }
  const dear = { ...line, expectedUnitMinor: 10_000, unitMinor: 11_500, amountMinor: 11_500, message: null }
  const ids = ['1', '2', '3', '4', '5']
  answers = new Map(ids.map((id) => [id, previewOf(id, 10_500)]))
  answers.set('5', previewOf('5', 12_000, { lines: [dear] }))
  open(...ids.map((id) => rowOf(id)))
  await waitFor(() => expect(total()).toContain('1 张超过允许，会停下来等确认：CG5'))
  const last = within(screen.getByRole('region', { name: 'CG5' }))
  expect(last.queryByText('杯')).toBeNull()
  fireEvent.click(within(screen.getByRole('status', { name: '合计' })).getByRole('button', { name: 'CG5' }))
  expect(last.getByText('杯')).toBeTruthy()
})

test('lines with another price come first, and the unchanged ones are folded when there are many', async () => {
  const lineOf = (n: number, now: number) =>
    ({
      offerId: `${n}`,
      skuId: null,
      specId: null,
      title: `货${n}`,
      specText: '',
      quantity: 1,
      expectedUnitMinor: 100,
      unitMinor: now,
      amountMinor: now,
      message: null,
    }) as never
  answers = new Map([
    ['1', previewOf('1', 12_000, { lines: [1, 2, 3, 4].map((n) => lineOf(n, 100)).concat(lineOf(5, 130)) })],
  ])
  open(rowOf('1'))
  const table = within(await screen.findByRole('table'))
  const goods = (): (string | null)[] => table.getAllByText(/^货\d/).map(({ textContent }) => textContent)
  expect(goods()).toEqual(['货5'])
  fireEvent.click(table.getByRole('button', { name: '另有 4 种价格没有变，展开' }))
  expect(goods()).toEqual(['货5', '货1', '货2', '货3', '货4'])
})

test('a purchase whose price could not be read may be read again, and does not keep the others from being ordered', async () => {
  answers = new Map<string, PlacementPreview | { code: number; msg: string }>([
    ['1', previewOf('1', 10_500)],
    ['2', { code: 500, msg: '1688没有回答' }],
  ])
  open(rowOf('1'), rowOf('2'))
  await waitFor(() => expect(total()).toContain('1 张没有查到'))
  expect(confirm().disabled).toBe(false)
  answers.set('2', previewOf('2', 10_400))
  fireEvent.click(within(screen.getByRole('region', { name: 'CG2' })).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(total()).toContain('1688现价共 ¥209.00'))
})

test('stages that 1688 asks for are agreed to before the order, and sent as they were shown', async () => {
  answers = new Map([['1', previewOf('1', 10_500, { ways: [STAGED] })]])
  open(rowOf('1'))
  await screen.findByText('只能分阶段付款')
  expect(screen.getByText(/先付 30%，约 ¥31.50/)).toBeTruthy()
  fireEvent.click(confirm())
  await screen.findByText('请先同意分阶段付款', { selector: '[role=alert]' })
  expect(placed()).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: /要分阶段付款/ }))
  fireEvent.click(confirm())
  await waitFor(() =>
    expect(placed()).toEqual([{ purchaseIds: ['1'], staged: [{ purchaseId: '1', tradeType: 'staged37' }] }]),
  )
})

test('rows that cannot be ordered now are not asked for, and are told', async () => {
  answers = new Map([['1', previewOf('1', 10_500)]])
  open(rowOf('1'), rowOf('2', '已经下过单'))
  await waitFor(() => expect(total()).toContain('另有 1 张现在不能下单'))
  expect(screen.queryByRole('region', { name: 'CG2' })).toBeNull()
  await waitFor(() => expect(total()).toContain('1688现价共 ¥105.00'))
  expect(asked).toEqual(['1'])
})
