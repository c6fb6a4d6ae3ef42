import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { PriceRule, PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import type { Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { ruleFreightChanged } from './pricing.jobs.ts'
import { priceOf, ruleFault } from './pricing.rules.ts'
import { findRule, findRules, findRulesByIds, insertRule, removeRule, saveRule } from './pricing.store.ts'
import { ruleView } from './pricing.view.ts'

export type PricingService = ReturnType<typeof pricingService>
type Endpoints = typeof ENDPOINTS

export function pricingService(deps: {
  clock: Clock
  newId: NewId
  jobs: Pick<Jobs, 'emit'>
  /** reasons against deleting rules, by rule; provided by later features */
  usesOf(tx: Tx, ruleIds: readonly string[]): Promise<ReadonlyMap<string, string>[]>
}) {
  const now = (): Date => new Date(deps.clock.now())

  const usedBy = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
    const found = new Map<string, string>()
    for (const uses of await deps.usesOf(tx, ids)) for (const [id, why] of uses) found.set(id, found.get(id) ?? why)
    return found
  }
  const viewed = async (tx: Tx, row: Parameters<typeof ruleView>[0]): Promise<PriceRule> =>
    ruleView(row, (await usedBy(tx, [row.id])).get(row.id))
  const check = (fields: PriceRuleFields, path = ''): void => {
    const fault = ruleFault(fields)
    if (fault) throw invalidField(path + fault.field, fault.message)
  }
  const nameTaken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'price_rule_name')) throw new Refusal('name-taken', { why: `定价规则“${name}”已存在` })
    throw error
  }

  return {
    async queryPriceRules(tx: Tx): Promise<PriceRule[]> {
      const rows = await findRules(tx)
      const used = await usedBy(
        tx,
        rows.map(({ id }) => id),
      )
      return rows.map((row) => ruleView(row, used.get(row.id)))
    },

    async addPriceRule(tx: Tx, call: Call, fields: PriceRuleFields): Promise<PriceRule> {
      check(fields)
      const row = await insertRule(tx, { ...fields, id: deps.newId(), at: now() }).catch(nameTaken(fields.name))
      call.notes.object('price-rule', row.id, row.name)
      return viewed(tx, row)
    },

    async updatePriceRule(tx: Tx, call: Call, input: InputOf<Endpoints['updatePriceRule']>): Promise<PriceRule> {
      const { id, version, ...fields } = input
      check(fields)
      const before = await findRule(tx, id, 'update')
      if (!before) throw new Refusal('not-found')
      if (before.version !== version) throw new Refusal('stale', { current: await viewed(tx, before) })
      const saved = await saveRule(tx, id, version, fields, now()).catch(nameTaken(fields.name))
      if (!saved) throw new Refusal('stale', { current: await viewed(tx, before) })
      call.notes.object('price-rule', id, saved.name)
      if (before.freightPerKgMinor !== saved.freightPerKgMinor || before.currency !== saved.currency)
        await deps.jobs.emit(tx, ruleFreightChanged, { priceRuleId: id })
      noteChanges(call.notes, fields, before, saved)
      return viewed(tx, saved)
    },

    async deletePriceRule(tx: Tx, call: Call, input: InputOf<Endpoints['deletePriceRule']>): Promise<null> {
      const before = await findRule(tx, input.id, 'update')
      if (!before) throw new Refusal('not-found')
      const why = (await usedBy(tx, [before.id])).get(before.id)
      if (why !== undefined) throw new Refusal('in-use', { why })
      if (!(await removeRule(tx, input.id, input.version)))
        throw new Refusal('stale', { current: await viewed(tx, before) })
      call.notes.object('price-rule', before.id, before.name)
      call.notes.change('deleted', ruleView(before), null)
      return null
    },

    previewPriceRule({ rule, items }: InputOf<Endpoints['previewPriceRule']>): OutputOf<Endpoints['previewPriceRule']> {
      check(rule, 'rule.')
      return items.map((item, index) => {
        const priced = priceOf(rule, item)
        if (!priced) throw invalidField(`items.${index}.costMinor`, '算出的价格超出可用范围')
        return { ...item, ...priced }
      })
    },

    /** Rules by id; unknown ids are left out. */
    async rulesById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PriceRuleFields & { id: string }>> {
      return new Map((await findRulesByIds(tx, [...new Set(ids)])).map((row) => [row.id, row]))
    },

    /**
     * The rule that a store prices by, or why it has none. A rule in another currency than the store's is not used, because its amounts
     * would be wrong. `lock` prevents its deletion until the transaction ends.
     */
    async ruleForStore(
      tx: Tx,
      store: { priceRuleId: string | null; currency: string | null },
    ): Promise<{ rule: PriceRuleFields & { id: string } } | { why: string }> {
      if (store.priceRuleId === null) return { why: '店铺没有设置定价规则' }
      return usableRule(store, await findRule(tx, store.priceRuleId))
    },
    usableRule,

    /** Locks a rule that another row is about to refer to. Returns whether it exists. */
    holdRule: async (tx: Tx, id: string): Promise<boolean> => (await findRule(tx, id, 'share')) !== undefined,
  }
}

/** The rule if a store may price by it, otherwise the reason. */
export function usableRule<R extends PriceRuleFields>(
  store: { priceRuleId: string | null; currency: string | null },
  rule: R | undefined,
): { rule: R } | { why: string } {
  if (store.priceRuleId === null) return { why: '店铺没有设置定价规则' }
  if (!rule) return { why: '店铺的定价规则已被删除' }
  if (store.currency !== null && store.currency !== rule.currency)
    return { why: `定价规则“${rule.name}”的币种${rule.currency}与店铺币种${store.currency}不同` }
  return { rule }
}
