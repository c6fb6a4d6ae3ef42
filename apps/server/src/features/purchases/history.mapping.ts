import type { DeletedPurchase, PurchaseSnapshot } from '@huoqiao/contract/purchases/purchases-history.endpoints'
import { PURCHASE_PAYMENTS } from '@huoqiao/contract/purchases/purchases.status'
import { yuanText } from '@huoqiao/kit'
import { keptLineOf, nameOf } from './change.rules.ts'
import type { Change } from './change.rules.ts'
import type { RevisionRow } from './history.store.ts'

export type WordedChange = { field: string; label: string; before: string | null; after: string | null }

/** Changes in readable form. An address or account is shown by its name, so the change of its id is left out. */
export function wordedChanges(changes: readonly Change[]): WordedChange[] {
  const fields = new Set(changes.map(({ field }) => field))
  return changes
    .filter(({ field }) => !(field.endsWith('Id') && fields.has(field.replace(/Id$/, 'Name'))))
    .map((change) => ({
      field: change.field,
      label: change.label,
      before: wordsOf(change.field, change.before),
      after: wordsOf(change.field, change.after),
    }))
}

function wordsOf(field: string, value: unknown): string | null {
  if (field === 'deleted') return value === true ? '不再有' : '有'
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return field.endsWith('Minor') ? yuanText(value) : String(value)
  if (field === 'payment') return PURCHASE_PAYMENTS[value as keyof typeof PURCHASE_PAYMENTS]
  if (field.endsWith('Id')) return '另一个同名的'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? null : value.join('、')
  const kept = keptLineOf(value)
  return kept ? [`${nameOf(kept.line)} × ${kept.line.quantity}`, ...askedFor(kept.demand)].join('，') : '有改动'
}

const askedFor = (demand: readonly { orderName: string; saleQuantity: number }[]): string[] =>
  demand.length === 0 ? [] : [`为 ${demand.map((one) => `${one.orderName} ${one.saleQuantity} 件`).join('、')}`]

/** What is shown of a deleted purchase, taken from its last revision. */
export const deletedView = (revision: RevisionRow): DeletedPurchase => {
  const { supplierName, quantity, goodsMinor, lines } = revision.snapshot
  return {
    purchaseId: revision.purchaseId,
    number: revision.number,
    supplierName,
    reason: revision.reason,
    by: revision.byName,
    at: revision.at.getTime(),
    quantity,
    goodsMinor,
    titles: lines.map((line) => line.title),
    orderNames: [
      ...new Set(
        lines.flatMap((line) =>
          line.demand.map(({ orderName, storeName }) => (storeName ? `${orderName}（${storeName}）` : orderName)),
        ),
      ),
    ],
  }
}

/** The stored snapshot without the fields that the history screen does not need. */
export const snapshotView = ({ snapshot }: Pick<RevisionRow, 'snapshot'>): PurchaseSnapshot => ({
  state: snapshot.state,
  supplierName: snapshot.supplierName,
  accountName: snapshot.accountName,
  addressName: snapshot.addressName,
  message: snapshot.message,
  note: snapshot.note,
  freightNote: snapshot.freightNote,
  quantity: snapshot.quantity,
  goodsMinor: snapshot.goodsMinor,
  freightMinor: snapshot.freightMinor,
  actualTotalMinor: snapshot.actualTotalMinor,
  payment: snapshot.payment,
  alibabaOrderIds: snapshot.alibabaOrderIds,
  mergedIntoNumber: snapshot.mergedIntoNumber,
  lines: snapshot.lines.map((line) => ({
    id: line.id,
    title: line.title,
    specText: line.specText,
    image: line.image,
    need: line.need,
    quantity: line.quantity,
    shortReason: line.shortReason,
    unitPriceMinor: line.unitPriceMinor,
    actualUnitPriceMinor: line.actualUnitPriceMinor,
    received: line.received,
    demand: line.demand.map(({ orderName, storeName, saleQuantity }) => ({
      orderName,
      saleQuantity,
      ...(storeName === undefined ? {} : { storeName }),
    })),
  })),
})
