import { describe, expect, it } from 'vitest'
import { soon } from './browser.ts'
import { control } from './control.ts'
import { ask, openProductSession } from './product-world.ts'
import { resolved, visit } from './visit.ts'

type Store = { name: string; currency: string; health: string }

describe('a remote that does not answer', () => {
  const at = openProductSession()
  const page = () => at.page()
  const stores = (): Promise<Store[]> => ask<Store[]>(page(), '/api/shopify/store/getAllShopifyStores')
  // Longer than any test waits.
  const FROZEN = { kind: 'slow', ms: 600_000 }

  it('is named after two seconds, can be cancelled, and is read again once it is back', async () => {
    await at.fault('*', 0, FROZEN)
    await page().goto('/shop/product/test')
    const note = at.view().getByRole('status').filter({ hasText: '正在等店铺' })
    await note.waitFor()
    expect(await note.textContent()).toMatch(/正在等店铺 .+ 回答，已经 \d+ 秒/)
    await note.getByRole('button', { name: '停止等待' }).click()
    const stopped = at.view().getByRole('status').filter({ hasText: '已停止等待' })
    await stopped.waitFor()
    expect(await at.view().getByLabel('加载中').count()).toBe(0)
    await control(at.app(), 'DELETE', 'faults')
    await stopped.getByRole('button', { name: '重新读取' }).click()
    await at.view().locator('img').first().waitFor()
    expect(await at.view().getByRole('status').count()).toBe(0)
  })

  it('and fails has one message as title and reason, and the shop’s health recovers with the first answer', async () => {
    await at.fault('*', 0, { kind: 'drop-before' })
    await visit(page(), '/shop/product/test?keyword=lamp')
    const alert = at.view().getByRole('alert')
    await alert.waitFor()
    expect(await alert.getByRole('heading').textContent()).toBe('连不上店铺')
    expect(await alert.textContent()).toMatch(/原因.*连不上店铺/)
    await soon(async () => (await stores()).some(({ health }) => health === 'unreachable')).toBe(true)
    await control(at.app(), 'DELETE', 'faults')
    await alert.getByRole('button', { name: '重试' }).click()
    await soon(() => at.view().getByRole('alert').count()).toBe(0)
    await resolved(page())
    await soon(async () => (await stores()).map(({ health }) => health)).not.toContain('unreachable')
  })
})
