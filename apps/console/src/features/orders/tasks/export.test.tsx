// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { SEE_CUSTOMER } from '@huoqiao/contract/access/elements'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { PERSON } from '../../../../test/person.ts'
import { session } from '../../../lib/client.ts'
import ExportDialog from './export.dialog.tsx'

type Asked = { columns: string[]; reason?: string }
let asked: Asked[]
const bench = openPageBench({
  'POST /api/order/center/exportShopifyOrderSkuInfo'({ body }) {
    asked.push(JSON.parse(body) as Asked)
    return { code: 500, msg: '停在这里' }
  },
})
beforeEach(() => {
  asked = []
})
const open = (): void =>
  showPage(
    bench,
    <ExportDialog orders={[]} filter={{}} total={{ count: 3, isCapped: false }} onClose={() => undefined} />,
    '/',
  )
const start = async (): Promise<boolean> => fireEvent.click(await screen.findByRole('button', { name: /开始导出$/ }))

it('customers are exported only when they are chosen, and only with a reason', async () => {
  open()
  await start()
  await expect.poll(() => asked.length).toBe(1)
  // Until the answer is shown, the button is busy.
  await screen.findAllByText('停在这里')
  expect(asked[0]!.columns.filter((column) => column.startsWith('customer'))).toEqual([])
  expect(asked[0]!.columns).toContain('trackingNumbers')
  fireEvent.click(screen.getByLabelText('收货人'))
  fireEvent.click(screen.getByLabelText('地址'))
  await start()
  expect(toasts()).toContain('请填写导出客户信息的原因')
  expect(asked).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('导出原因'), { target: { value: ' 打单 ' } })
  await start()
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toMatchObject({ reason: '打单' })
  expect(asked[1]!.columns).toEqual(expect.arrayContaining(['number', 'customerName', 'customerAddress']))
})

it('people who see customers unmasked may export them too', () => {
  session.refresh(PERSON, `/api/order/center/exportShopifyOrderSkuInfo,${SEE_CUSTOMER}`)
  open()
  expect(screen.getByLabelText<HTMLInputElement>('收货人').disabled).toBe(false)
})

it('without the right to see customers their columns can’t be chosen, and the reason is shown', () => {
  session.refresh(PERSON, '/api/order/center/exportShopifyOrderSkuInfo')
  open()
  expect(screen.getByLabelText<HTMLInputElement>('收货人').disabled).toBe(true)
  expect(screen.getByText('没有“查看客户信息”的权限')).toBeTruthy()
})
