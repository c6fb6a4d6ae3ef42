import type { InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { bulk, refusedRow } from './decisions.service.ts'
import { findWaitingGoods, findWaitingLines } from './goods.store.ts'
import type { WaitingLine } from './goods.store.ts'
import type { CheckedLink, Link, Linked, LinkingService } from './linking.service.ts'
import { proposalsOf } from './proposals.rules.ts'
import { findCandidates, findOfferFacts, findRenamedSkus } from './proposals.store.ts'
import { isRememberable } from './relations.store.ts'

type Endpoints = typeof ordersEndpoints
type Row = InputOf<Endpoints['relateGoods']>['rows'][number]
export type GoodsService = ReturnType<typeof goodsService>

/** Goods without a known source: each listed once for all orders, with proposed sources; many can be linked at once. */
export function goodsService(deps: { db: Db; linking: LinkingService; stores: Pick<StoresApi, 'storeNames'> }) {
  const { db, linking } = deps

  /** Links one good. Its waiting lines are read again, so that a good that was linked meanwhile is reported instead of linked again. */
  const relateOne = async (call: Call, { row, link, lines }: Job): Promise<{ outcome: RowOutcome; linked: Linked }> => {
    const linked = await db.transaction((tx) =>
      linking.link(tx, call, { lineIds: lines.map(({ lineId }) => lineId), link, scope: row.scope }),
    )
    const faults = [...linked.outcomes.values()].filter(({ ok }) => !ok)
    const done = lines.length - faults.length
    const why = faults.map(({ message }) => message).join('；')
    const outcome: RowOutcome =
      done === 0
        ? refusedRow(row.goodId, 'state-not-allowed', why)
        : {
            key: row.goodId,
            ok: true,
            ...(faults.length === 0
              ? { message: doneText(lines, linked.followed) }
              : { partly: true, message: `${lines.length} 行里关联了 ${done} 行，其余没有：${why}` }),
          }
    return { outcome, linked }
  }

  return {
    async getUnsourcedGoods(
      tx: Tx,
      { page, pageSize, ...filter }: InputOf<Endpoints['getUnsourcedGoods']>,
    ): Promise<OutputOf<Endpoints['getUnsourcedGoods']>> {
      const { rows, total } = await findWaitingGoods(tx, filter, { page, pageSize })
      const storeNames = await deps.stores.storeNames()
      const candidates = await findCandidates(tx, rows)
      const offerIds = [...new Set(candidates.map(({ offerId }) => offerId))]
      const known = {
        offers: await findOfferFacts(tx, offerIds),
        renamed: await findRenamedSkus(tx, offerIds),
        storeNames,
      }
      const ofGood = groupBy(candidates, ({ goodId }) => goodId)
      const list = rows.map(({ variantId, productId: _product, since, ...good }) => ({
        ...good,
        since: since.getTime(),
        storeName: storeNames.get(good.storeId) ?? '已删除的店铺',
        rememberable: isRememberable({ variantId, sku: good.sku }),
        proposals: proposalsOf(good, ofGood.get(good.id) ?? [], known),
      }))
      return { list, total, page, pageSize }
    },

    async relateGoods(
      call: Call,
      input: InputOf<Endpoints['relateGoods']>,
    ): Promise<OutputOf<Endpoints['relateGoods']>> {
      const rows = [...new Map(input.rows.map((row) => [row.goodId, row])).values()]
      const waiting = await findWaitingLines(db.handle, {
        goodIds: rows.map(({ goodId }) => goodId),
        orderIds: input.orderIds,
      })
      const linesOf = groupBy(waiting, ({ goodId }) => goodId)
      const outcomes: RowOutcome[] = []
      let lineCount = 0
      let followed = 0
      for (const row of rows) {
        const lines = linesOf.get(row.goodId) ?? []
        if (lines.length === 0) {
          outcomes.push(refusedRow(row.goodId, 'not-found', '没有订单还等着它，可能刚被别人关联或取消了'))
          continue
        }
        try {
          const link = await linking.checked(call, linkOf(row))
          const { outcome, linked } = await relateOne(call, { row, link, lines })
          outcomes.push(outcome)
          lineCount += [...linked.outcomes.values()].filter(({ ok }) => ok).length
          followed += linked.followed
        } catch (error) {
          if (!isRefusal(error)) throw error
          const field = Object.values(error.detail.fields ?? {})[0]
          outcomes.push({
            key: row.goodId,
            ok: false,
            word: error.word,
            message: field ?? error.detail.why ?? error.message,
          })
        }
      }
      return { rows: bulk(outcomes), lines: lineCount, followed }
    },
  }
}

type Job = { row: Row; link: CheckedLink; lines: readonly WaitingLine[] }

const linkOf = ({ goodId: _good, scope: _scope, ...link }: Row): Link => link

function doneText(lines: readonly WaitingLine[], followed: number): string {
  const orders = new Set(lines.map(({ orderId }) => orderId)).size
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  return `已关联 ${orders} 张订单 ${pieces} 件${followed > 0 ? `，另有 ${followed} 行同款跟着关联` : ''}`
}
