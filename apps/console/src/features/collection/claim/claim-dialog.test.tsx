// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import ClaimDialog from './claim-dialog.tsx'

let stores: object[] | undefined
const bench = openPageBench({
  'GET /api/shopify/store/getAllShopifyStores': () => stores ?? { code: 500, msg: '服务器出错了' },
})
const open = (): void => showPage(bench, <ClaimDialog offers={[]} onClose={() => undefined} />, '/shop/product/collect')

test('a claim says that there is no shop only if the shops were read', async () => {
  stores = undefined
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('服务器出错了')
  expect(screen.queryByRole('link', { name: '去添加店铺' })).toBeNull()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '选择店铺' }))
  expect(await screen.findByText('没有读到，请刷新页面后再选')).toBeTruthy()
})

test('without a shop a claim leads to where one is added', async () => {
  stores = []
  open()
  expect(await screen.findByRole('link', { name: '去添加店铺' })).toBeTruthy()
})
