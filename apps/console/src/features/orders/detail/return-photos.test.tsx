// @vitest-environment happy-dom
import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { expect, test } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { fillSlot } from '../../../lib/slots.tsx'
import { OrderReturns } from './order-returns.tsx'

const SAVE = `POST ${CALLS.saveReturnPhotos.path}`
let photos: string[]
let isDown: boolean
let uploads: number
/** Functions that answer the waiting saves, in their order. */
let answers: (() => void)[]
const returned = (): OrderReturn => ({
  id: 'r1',
  name: '#1001-R1',
  state: 'open',
  lines: [],
  exchanges: [],
  refunds: [],
  declined: '',
  requestedAt: 0,
  closedAt: null,
  photos,
  acts: [],
  can: {},
})
const bench = openPageBench({
  [`GET ${CALLS.getOrderReturns.path}`]: () => ({ currency: 'USD', returns: [returned()], hidden: false }),
  [`POST ${CALLS.upload.path}`]: () => ({ id: 'f', url: `/files/f/${(uploads += 1)}.jpg`, name: 'a.jpg', size: 1 }),
  [SAVE]({ body }, res) {
    const failure = { code: 500, msg: '服务器没有回答' }
    answers.push(() => {
      if (!isDown) photos = (JSON.parse(body) as OrderReturn).photos
      reply(res, isDown ? failure : { code: 200, msg: '', message: '', data: returned() })
    })
    return undefined
  },
})

// Replaces the part for the claim at the supplier: shows the photos that the page passes to it.
fillSlot('returned-purchases', () =>
  Promise.resolve({ default: ({ returned: { photos: all } }) => <p>{`证据：${all.join(' ')}`}</p> }),
)
async function shown(at: string[]): Promise<void> {
  photos = at
  answers = []
  uploads = 0
  isDown = false
  showPage(bench, <OrderReturns order={{ id: 'o1' } as OrderDetail} />, '/')
  await screen.findByLabelText('选择照片')
}
const count = (): number => screen.queryAllByRole('button', { name: /^去掉照片/ }).length
async function answer(): Promise<void> {
  await waitFor(() => expect(answers.length).toBeGreaterThan(0))
  answers.shift()!()
}
const file = (name: string): File => new File(['x'], name, { type: 'image/gif' })

test('two photos chosen at once are both saved', async () => {
  await shown([])
  fireEvent.change(screen.getByLabelText('选择照片'), { target: { files: [file('a.gif'), file('b.gif')] } })
  await waitFor(() => expect(count()).toBe(2))
  // A claim that is opened before the photos are saved includes them.
  expect(await screen.findByText('证据：/files/f/1.jpg /files/f/2.jpg')).toBeTruthy()
  await answer()
  await answer()
  await waitFor(() => expect(photos).toEqual(['/files/f/1.jpg', '/files/f/2.jpg']))
})

test('two photos removed one after the other stay removed', async () => {
  await shown(['/files/a.jpg', '/files/b.jpg', '/files/c.jpg'])
  fireEvent.click(screen.getByLabelText('去掉照片 1'))
  await waitFor(() => expect(bench.app.count(SAVE)).toBe(1))
  fireEvent.click(screen.getByLabelText('去掉照片 1'))
  expect(count()).toBe(1)
  await answer()
  await answer()
  await waitFor(() => expect(photos).toEqual(['/files/c.jpg']))
  await waitFor(() => expect(count()).toBe(1))
})

test('what could not be saved is shown as it was, with the reason', async () => {
  await shown(['/files/a.jpg'])
  isDown = true
  fireEvent.click(screen.getByLabelText('去掉照片 1'))
  await answer()
  expect((await screen.findByRole('alert')).textContent).toContain('服务器没有回答')
  await waitFor(() => expect(count()).toBe(1))
})
