import { labelsOf } from '@huoqiao/contract/fields'
import { PURCHASE_FIELDS, PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { DemandRow, LineRow } from './lines.store.ts'
import type { PurchaseRow } from './purchases.store.ts'

/** One changed field. `lines.<id>` is a whole line that was added or removed, `lines.<id>.<key>` one field of it. */
export type Change = { field: string; label: string; before: unknown; after: unknown }

/** A purchase order as its tables hold it. The demand of a merged one is attached to its lines through the members' lines. */
export type Compared = {
  readonly row: PurchaseRow
  readonly lines: readonly LineRow[]
  readonly demand: readonly (DemandRow & { asLineId: string })[]
}

/** What the history keeps of a line that was added or removed: enough to restore it. */
export type KeptLine = { line: LineRow; demand: readonly (DemandRow & { asLineId: string })[] }

/** The purchase order itself was deleted; its history stays. */
export const GONE: Change = { field: 'deleted', label: '采购单', before: false, after: true }

const HEAD = [
  'message',
  'note',
  'freightNote',
  'addressId',
  'addressName',
  'accountId',
  'accountName',
  'goodsMinor',
  'freightMinor',
  'actualGoodsMinor',
  'actualFreightMinor',
  'actualTotalMinor',
  'alibabaOrderIds',
  'payment',
  'alarmQuantity',
] as const satisfies readonly (keyof PurchaseRow)[]
export const HEAD_LABELS = labelsOf(PURCHASE_FIELDS, HEAD)

const LINE = [
  'quantity',
  'shortReason',
  'need',
  'extraNeed',
  'stockQuantity',
  'missing',
  'spareGone',
  'unitPriceMinor',
  'actualUnitPriceMinor',
] as const satisfies readonly (keyof LineRow)[]
export const LINE_LABELS = labelsOf(PURCHASE_LINE_FIELDS, LINE)

const keysOf = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[]
/** Compared as JSON, because one value may come from a column and the other from JSON of the history. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const nameOf = (line: Pick<LineRow, 'title' | 'specText'>): string =>
  [line.title.slice(0, 40), line.specText].filter(Boolean).join(' · ')

/** Changed fields of the purchase order itself. */
export const headChanges = (before: PurchaseRow, after: PurchaseRow): Change[] =>
  keysOf(HEAD_LABELS)
    .filter((field) => !same(before[field], after[field]))
    .map((field) => ({ field, label: HEAD_LABELS[field], before: before[field], after: after[field] }))

/** Received quantities that changed, up or down. The receipts themselves are recorded by the deliveries feature. */
export const receivedChanges = (before: readonly LineRow[], after: readonly LineRow[]): Change[] =>
  after.flatMap((line) => {
    const was = before.find(({ id }) => id === line.id)?.received ?? 0
    const field = `lines.${line.id}.received`
    return was === line.received
      ? []
      : [
          {
            field,
            label: `${PURCHASE_LINE_FIELDS.received.label} · ${nameOf(line)}`,
            before: was,
            after: line.received,
          },
        ]
  })

/** All changed fields, including those that the app changed as a consequence, but not received quantities (see receivedChanges). */
export function changesBetween(before: Compared, after: Compared): Change[] {
  const was = new Map(before.lines.map((line) => [line.id, line]))
  const is = new Set(after.lines.map(({ id }) => id))
  return [
    ...headChanges(before.row, after.row),
    ...before.lines
      .filter((line) => !is.has(line.id))
      .map((line) => ({ field: `lines.${line.id}`, label: '移出商品', before: keptLine(line, before), after: null })),
    ...after.lines.flatMap((line): Change[] => {
      const old = was.get(line.id)
      if (!old) return [{ field: `lines.${line.id}`, label: '加入商品', before: null, after: keptLine(line, after) }]
      return keysOf(LINE_LABELS)
        .filter((key) => !same(old[key], line[key]))
        .map((key) => ({
          field: `lines.${line.id}.${key}`,
          label: `${LINE_LABELS[key]} · ${nameOf(line)}`,
          before: old[key],
          after: line[key],
        }))
    }),
  ]
}

const keptLine = (line: LineRow, { demand }: Compared): KeptLine => ({
  line,
  demand: demand.filter((one) => one.asLineId === line.id && one.saleQuantity > 0),
})

/** The line behind a change of a whole line; undefined if the history was written before such lines were kept. */
export const keptLineOf = (value: unknown): KeptLine | undefined =>
  typeof value === 'object' && value !== null && 'line' in value && 'demand' in value ? (value as KeptLine) : undefined
