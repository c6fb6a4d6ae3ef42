import { describe, expect, it } from 'vitest'
import { ADMIN, openSpec, soon } from './spec.ts'
import { resolved, visit } from './visit.ts'

/** Every list of the console whose address has filters with fixed words, switches or times. */
const LISTS: readonly [path: string, keys: readonly string[]][] = [
  ['/purchase/list', ['state', 'payment', 'reconciliation', 'sort', 'direction', 'from']],
  ['/order/list', ['state', 'payment', 'tracking', 'risk', 'hasSource', 'rescued', 'test', 'hasReturn', 'shipBy', 'sort', 'direction', 'totalFrom']],
  ['/shop/product/list', ['state', 'sourceHealth', 'origin', 'sort', 'direction', 'from']],
  ['/shop/product/tasks', ['state']],
  ['/shop/product/radar', ['kind', 'from']],
  ['/shop/product/collect', ['state']],
  ['/shop/product/1688', ['sort']],
  ['/order/ship', ['state', 'sort', 'direction', 'to']],
  ['/order/returns', ['state', 'sort', 'direction', 'from']],
  ['/purchase/receive?tab=parcels', ['state', 'sort', 'direction', 'from']],
  ['/purchase/receive?tab=receipts', ['defects', 'from']],
  ['/purchase/reconciliation', ['group', 'state', 'kind', 'severity', 'sort', 'from']],
  ['/purchase/payments', ['state', 'from']],
  ['/purchase/ledger', ['kind', 'from']],
  ['/purchase/spare', ['tab']],
  ['/purchase/supplier', ['rating', 'sort']],
  ['/system/inbox', ['state', 'source', 'from']],
  ['/system/account', ['status']],
  ['/platform/system/log', ['outcome', 'from']],
  ['/platform/system/log?tab=logins', ['outcome', 'from']],
  ['/system/warning?tab=notices', ['kind', 'unread']],
  ['/system/alerts?tab=messages', ['state', 'channelId', 'from', 'to']],
  ['/workbench', ['kind', 'snoozed']],
] // prettier-ignore

describe('an address with an unknown filter word', () => {
  const spec = openSpec(ADMIN)

  it.each(LISTS)('%s is shown without the filter, with a notice', async (path, keys) => {
    const page = spec.page()
    const address = new URL(path, 'http://console')
    for (const key of keys) address.searchParams.set(key, 'nonsense')
    spec.session().toasts.length = 0
    await visit(page, address.pathname + address.search)
    await soon(() => [...new URL(page.url()).searchParams.values()]).not.toContain('nonsense')
    await resolved(page)
    const messages = spec.session().toasts.join('\n')
    for (const key of keys) expect(messages).toContain(`${key}=nonsense`)
    // No refusal is visible, and none was shown in a toast.
    expect(await page.locator('[data-view]:visible').getByRole('alert').count()).toBe(0)
    expect(messages.split('\n').every((one) => one.includes('没有这样的筛选'))).toBe(true)
    await page.locator('[data-view]:visible h1').first().waitFor()
  })
})
