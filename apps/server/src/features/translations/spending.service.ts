import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { askAboutPicture, askProvider } from './provider-request.ts'
import type { Asked, AskedPicture, AskedProvider, ProviderDeps } from './provider-request.ts'
import type { OpenProvider, TranslationRequest } from './provider.types.ts'
import { findProvider, insertSpend, noteUse, saveSpend, spentBetween } from './providers.store.ts'
import type { ProviderRow, Spent } from './providers.store.ts'
import { costOf, monthOf, scaledCost } from './spending.rules.ts'
import type { Amount } from './spending.rules.ts'

export type SpendingService = ReturnType<typeof spendingService>
type About = { taskId: string | null; by: string; signal?: AbortSignal }

/** Requests to providers within their budgets: counted before they are sent, and corrected after the answer. */
export function spendingService(deps: ProviderDeps & { db: Db; clock: Clock; newId: NewId }) {
  const { db } = deps
  const spentThisMonth = (tx: Tx, providerId: string): Promise<Spent> => {
    const { from, to } = monthOf(deps.clock.now())
    return spentBetween(tx, providerId, from, to)
  }

  /**
   * Writes the ledger row, or returns why the request is over budget. Locks the provider's row, so that two requests can't both use the rest of
   * the budget.
   */
  async function reserve(
    provider: OpenProvider,
    to: string,
    amount: Amount,
    about: About,
  ): Promise<string | { why: string }> {
    return db.transaction(async (tx) => {
      const row = await findProvider(tx, provider.id, 'update')
      if (row === undefined) return { why: '翻译服务已被删除' }
      const { scaled } = await spentThisMonth(tx, provider.id)
      const after = costOf(scaled + scaledCost(amount, row))
      if (row.monthlyBudget !== null && after > row.monthlyBudget) return { why: '超出翻译服务的每月预算' }
      const id = deps.newId()
      await insertSpend(tx, {
        id,
        providerId: row.id,
        providerName: row.name,
        taskId: about.taskId,
        locale: to,
        ...amount,
        pricePerMillion: row.pricePerMillion,
        pricePerPicture: row.pricePerPicture,
        state: 'sent',
        byName: about.by,
        at: new Date(deps.clock.now()),
      })
      return id
    })
  }

  /** Sends the request if the budget allows. `chars` of the answer: the vendor's own count. */
  async function counted<A extends { result: string; chars?: number; why?: string }>(
    provider: OpenProvider,
    to: string,
    amount: Amount,
    about: About,
    send: () => Promise<Asked<A>>,
  ): Promise<Asked<A>> {
    const reserved = await reserve(provider, to, amount, about)
    if (typeof reserved !== 'string')
      return {
        result: 'stopped',
        why: reserved.why,
        next: '提高预算，或等到下个月',
        isCounted: false,
        exchange: { request: '', response: '' },
      }
    const asked = await send()
    const isDone = asked.result === 'done'
    await db.transaction(async (tx) => {
      await saveSpend(tx, reserved, {
        chars: 'chars' in asked ? (asked.chars ?? amount.chars) : amount.chars,
        state: isDone ? 'answered' : asked.isCounted ? 'sent' : 'free',
      })
      await noteUse(tx, provider.id, 'why' in asked ? (asked.why ?? '') : '', new Date(deps.clock.now()))
    })
    return asked
  }

  return {
    spentThisMonth,

    /** Rest of the month's budget in fen; null: no budget is set. */
    async budgetLeft(tx: Tx, provider: Pick<ProviderRow, 'id' | 'monthlyBudget'> | undefined): Promise<number | null> {
      if (provider === undefined || provider.monthlyBudget === null) return null
      return Math.max(0, provider.monthlyBudget - costOf((await spentThisMonth(tx, provider.id)).scaled))
    },

    /** One request; not sent if over budget. */
    ask(provider: OpenProvider, request: TranslationRequest, about: About): Promise<AskedProvider> {
      const chars = request.texts.reduce((sum, { text }) => sum + text.length, 0)
      return counted(provider, request.to, { chars, pictures: 0 }, about, () =>
        askProvider(deps, provider, request, about.signal),
      )
    },

    /** Reads one picture, which costs the same whatever is on it. */
    askAboutPicture(provider: OpenProvider, url: string, about: About): Promise<AskedPicture> {
      return counted(provider, '', { chars: 0, pictures: 1 }, about, () =>
        askAboutPicture(deps, provider, url, about.signal),
      )
    },
  }
}
