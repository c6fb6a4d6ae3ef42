import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { portionsOf } from '@huoqiao/kit'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { isCallError } from '../../lib/call-error.ts'
import { call, toast } from '../../lib/client.ts'
import { actInPieces } from '../../lib/in-pieces.ts'
import { invalidateLists } from '../../lib/query-client.ts'
import { closeAfter } from '../../ui/close-after.ts'
import { askConfirm, askText } from '../../ui/dialogs.store.ts'
import { tellOutcome } from '../../ui/tell-outcome.ts'
import { HoldDialog } from './hold.dialog.tsx'
import { OrderNumbers } from './order-numbers.tsx'
import type { ActedOrder } from './list/order-row.actions.tsx'

/** The outcome of a bulk action, and the names of its rows. */
export type Reported = { title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }

/** Maximum number of orders or lines in one bulk call (contract). */
const A_CALL = 500

const idsOf = (orders: readonly ActedOrder[]): string[] => orders.map(({ id }) => id)
const namesOf = (orders: readonly ActedOrder[]): Map<string, string> =>
  new Map(orders.map(({ id, number }) => [id, number]))

/** A call that fails as a whole is reported row by row, because the person asked about rows. */
async function perRow(keys: readonly string[], act: () => Promise<BulkOutcome>): Promise<BulkOutcome> {
  try {
    return await act()
  } catch (error) {
    if (!isCallError(error)) throw error
    return outcomeOf(keys.map((key) => ({ key, ok: false, message: error.message })))
  }
}
const outcomeOf = (rows: RowOutcome[]): BulkOutcome => ({
  succeeded: rows.filter(({ ok }) => ok).length,
  failed: rows.filter(({ ok }) => !ok).length,
  rows,
})

/** Lines of orders, also of orders that are not on the page; undefined: they could not be read, and a toast has shown that. */
async function linesOf(orders: readonly ActedOrder[]): Promise<OrderLine[] | undefined> {
  try {
    const found = await Promise.all(
      portionsOf(idsOf(orders), 200).map((orderIds) => call('getOrderLines', { orderIds })),
    )
    return found.flat()
  } catch (error) {
    if (!isCallError(error)) throw error
    return undefined
  }
}

/** Appends to the present note; one call per order, because each note is saved with its version. */
async function addNote(orders: readonly ActedOrder[], text: string): Promise<BulkOutcome> {
  const rows: RowOutcome[] = []
  for (const { id, number } of orders) {
    try {
      const before = await call('getOrder', { orderId: id })
      const note = before.note === '' ? text : `${before.note}\n${text}`
      await call('noteOrder', { orderId: id, version: before.version, note })
      rows.push({ key: id, ok: true, message: number })
    } catch (error) {
      if (!isCallError(error)) throw error
      rows.push({ key: id, ok: false, message: error.message })
    }
  }
  return outcomeOf(rows)
}

/** Actions on orders: each asks its questions, makes its calls, and shows an outcome for every row. */
export function useOrderActs() {
  const [reported, tell] = useState<Reported>()
  const [isBusy, setBusy] = useState(false)
  const [holding, setHolding] = useState<readonly ActedOrder[]>()
  const [reason, setReason] = useState('')
  const acts = useMemo(() => {
    async function perform(
      title: string,
      names: ReadonlyMap<string, string>,
      act: () => Promise<BulkOutcome>,
    ): Promise<BulkOutcome> {
      setBusy(true)
      try {
        const outcome = await perRow([...names.keys()], act)
        tell(undefined)
        if (outcome.failed === 0 && outcome.rows.length <= 1) toast.success(`${title}：${outcome.succeeded} 项`)
        else tellOutcome({ title, outcome, names }, () => tell({ title, outcome, names }))
        return outcome
      } finally {
        setBusy(false)
        await invalidateLists(['orders'])
      }
    }
    return {
      askHold: (orders: readonly ActedOrder[]): void => setHolding(orders),
      hold: async (orders: readonly ActedOrder[], reason: string): Promise<void> => {
        setHolding(undefined)
        const { failed } = await perform('搁置', namesOf(orders), () =>
          actInPieces(idsOf(orders), A_CALL, String, (orderIds) => call('holdOrders', { orderIds, reason })),
        )
        // After a failure the reason is kept for the next try.
        if (failed === 0) setReason('')
      },
      release: async (orders: readonly ActedOrder[]): Promise<void> => {
        await perform('取消搁置', namesOf(orders), () =>
          actInPieces(idsOf(orders), A_CALL, String, (orderIds) => call('releaseOrders', { orderIds })),
        )
      },
      confirm: async (orders: readonly ActedOrder[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `放行 ${orders.length} 张订单？`,
          content: <OrderNumbers orders={orders} says="表示您看过店铺提示的风险和收货地址，可以采购发货。" />,
          okText: '确认放行',
        })
        if (!isSure) return
        await perform('确认放行', namesOf(orders), () =>
          actInPieces(idsOf(orders), A_CALL, String, (orderIds) => call('confirmOrders', { orderIds, what: 'both' })),
        )
      },
      note: async (orders: readonly ActedOrder[]): Promise<void> => {
        await askText({
          title: `给 ${orders.length} 张订单加备注`,
          label: '备注',
          content: <OrderNumbers orders={orders} says="接在原来的备注后面，只有我们看得到。" />,
          multiline: true,
          maxLength: 500,
          okText: '加备注',
          submit: (text, close) =>
            perform(
              '加备注',
              namesOf(orders),
              closeAfter(close, () => addNote(orders, text.trim())),
            ),
        })
      },
      ignore: async (orders: readonly ActedOrder[], isIgnored: boolean): Promise<void> => {
        const all = await linesOf(orders)
        if (all === undefined) return
        const lines = all.filter((line) => line.ignored !== isIgnored)
        if (lines.length === 0) return toast.info(isIgnored ? '这些商品都已标为无需采购' : '没有标为无需采购的商品')
        const numbers = namesOf(orders)
        const names = new Map(lines.map((line) => [line.id, `${numbers.get(line.orderId) ?? ''} ${line.title}`]))
        await perform(isIgnored ? '标为无需采购' : '恢复采购', names, () =>
          actInPieces([...names.keys()], A_CALL, String, (lineIds) =>
            call('ignoreLines', { lineIds, ignored: isIgnored }),
          ),
        )
      },
      refresh: async (order: ActedOrder): Promise<void> => {
        await perform('从店铺刷新', namesOf([order]), async () => {
          await call('refreshOrder', { orderId: order.id })
          return outcomeOf([{ key: order.id, ok: true, message: order.number }])
        })
      },
    }
  }, [])
  /** The open question; the component that uses the actions renders it. */
  const question: ReactNode = holding ? (
    <HoldDialog
      orders={holding}
      typed={reason}
      onType={setReason}
      onHold={(reason) => void acts.hold(holding, reason)}
      onClose={() => setHolding(undefined)}
    />
  ) : null
  return { ...acts, reported, forget: () => tell(undefined), isBusy, question }
}
export type OrderActs = ReturnType<typeof useOrderActs>
