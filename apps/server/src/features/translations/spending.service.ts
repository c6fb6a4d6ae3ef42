import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { askProvider } from './provider-request.ts'
import type { AskedProvider, ProviderDeps } from './provider-request.ts'
import type { OpenProvider, TranslationRequest } from './provider.types.ts'
import { findProvider, insertSpend, noteUse, saveSpend, spentBetween } from './providers.store.ts'
import type { Spent } from './providers.store.ts'
import { costOf, monthOf } from './spending.rules.ts'

export type SpendingService = ReturnType<typeof spendingService>
type About = { taskId: string | null; by: string; signal?: AbortSignal }

/** Requests to providers within their budgets: counted before they leave, and corrected by the answer. */
export function spendingService(deps: ProviderDeps & { db: Db; clock: Clock; newId: NewId }) {
  const { db } = deps
  const spentThisMonth = (tx: Tx, providerId: string): Promise<Spent> => {
    const { from, to } = monthOf(deps.clock.now())
    return spentBetween(tx, providerId, from, to)
  }

  /** Why the request would exceed the budget; the provider's row is locked, so that two requests do not share the rest of it. */
  async function reserve(
    provider: OpenProvider,
    to: string,
    chars: number,
    about: About,
  ): Promise<string | { why: string }> {
    return db.transaction(async (tx) => {
      const row = await findProvider(tx, provider.id, 'update')
      if (row === undefined) return { why: '翻译服务已被删除' }
      const { scaled } = await spentThisMonth(tx, provider.id)
      const after = costOf(scaled + chars * row.pricePerMillion)
      if (row.monthlyBudget !== null && after > row.monthlyBudget) return { why: '超出翻译服务的每月预算' }
      const id = deps.newId()
      await insertSpend(tx, {
        id,
        providerId: row.id,
        providerName: row.name,
        taskId: about.taskId,
        locale: to,
        chars,
        pricePerMillion: row.pricePerMillion,
        state: 'sent',
        byName: about.by,
        at: new Date(deps.clock.now()),
      })
      return id
    })
  }

  return {
    spentThisMonth,

    /** One request. Over budget: nothing is sent. */
    async ask(provider: OpenProvider, request: TranslationRequest, about: About): Promise<AskedProvider> {
      const chars = request.texts.reduce((sum, { text }) => sum + text.length, 0)
      const reserved = await reserve(provider, request.to, chars, about)
      if (typeof reserved !== 'string')
        return {
          result: 'stopped',
          why: reserved.why,
          next: '提高预算，或等到下个月',
          isCounted: false,
          exchange: { request: '', response: '' },
        }
      const asked = await askProvider(deps, provider, request, about.signal)
      const billed = asked.result === 'done' ? (asked.chars ?? chars) : chars
      await db.transaction(async (tx) => {
        await saveSpend(tx, reserved, {
          chars: billed,
          state: asked.result === 'done' ? 'answered' : asked.isCounted ? 'sent' : 'free',
        })
        await noteUse(tx, provider.id, asked.result === 'done' ? '' : asked.why, new Date(deps.clock.now()))
      })
      return asked
    },
  }
}
