import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { CallInput } from '../../../lib/contract.ts'
import type { CompareRow } from '../../../ui/compare-table.tsx'
import type { HandItem } from '../create/purchase-request.ts'
import { countProblem } from '../../../lib/count-problem.ts'
import { MOST_BOUGHT } from '../purchase.words.ts'
import { yuanText } from '../../../lib/format.ts'

/** The person's changes in the form; plain data, because it is stored while typing. */
export type EditDraft = {
  quantities: Readonly<Record<string, number>>
  reasons: Readonly<Record<string, string>>
  removed: readonly string[]
  added: readonly HandItem[]
  message: string
  note: string
  freightNote: string
  freightMinor: number | null
  accountId: string | null
  addressId: string | null
}

export const draftOf = (purchase: PurchaseDetail): EditDraft => ({
  quantities: {},
  reasons: {},
  removed: [],
  added: [],
  message: purchase.message,
  note: purchase.note,
  freightNote: purchase.freightNote,
  freightMinor: purchase.freightMinor,
  accountId: purchase.accountId,
  addressId: purchase.addressId,
})

type EditInput = Omit<CallInput<'editPurchaseOrder'>, 'purchaseId' | 'version'>
export const TEXTS = [
  ['message', '给卖家的留言', 500],
  ['note', '内部备注', 2000],
  ['freightNote', '运费说明', 200],
] as const
type Line = PurchaseDetail['lines'][number]

export const quantityOf = (draft: EditDraft, line: Line): number => draft.quantities[line.id] ?? line.quantity
export const reasonOf = (draft: EditDraft, line: Line): string => draft.reasons[line.id] ?? line.shortReason

/** The first number that cannot be bought; undefined: there is none. */
export function wrongEdit(draft: EditDraft, opened: PurchaseDetail): string | undefined {
  const bought = [
    ...opened.lines
      .filter(({ id }) => !draft.removed.includes(id))
      .map((line) => ({ label: line.title, quantity: quantityOf(draft, line) })),
    ...draft.added,
  ]
  const limits = { least: 0, most: MOST_BOUGHT }
  const wrong = bought.find(({ quantity }) => countProblem(quantity, limits) !== undefined)
  return wrong && `${wrong.label} 的数量${countProblem(wrong.quantity, limits) ?? ''}`
}

/** Only fields that differ from the opened purchase order are sent, so that changes of others are not overwritten. */
export function editOf(draft: EditDraft, opened: PurchaseDetail): EditInput {
  const lines = opened.lines
    .filter((line) => !draft.removed.includes(line.id))
    .filter((line) => quantityOf(draft, line) !== line.quantity || reasonOf(draft, line) !== line.shortReason)
    .map((line) => ({ id: line.id, quantity: quantityOf(draft, line), shortReason: reasonOf(draft, line) }))
  const texts = TEXTS.map(([name]) => name).filter((name) => draft[name].trim() !== opened[name])
  const isFreightSet = draft.freightMinor !== null && draft.freightMinor !== opened.freightMinor
  return {
    lines,
    addLines: draft.added.map(({ offerId, skuId, specId, quantity }) => ({ offerId, skuId, specId, quantity })),
    removeLineIds: [...draft.removed],
    ...Object.fromEntries(texts.filter((name) => draft[name].trim() !== '').map((name) => [name, draft[name].trim()])),
    ...(isFreightSet && draft.freightMinor !== null ? { freightMinor: draft.freightMinor } : {}),
    ...(draft.accountId === null || draft.accountId === opened.accountId ? {} : { accountId: draft.accountId }),
    ...(draft.addressId === null || draft.addressId === opened.addressId ? {} : { addressId: draft.addressId }),
    // An emptied field is a change, but empty values are removed from requests; so it is listed in `clear`.
    clear: [
      ...texts.filter((name) => draft[name].trim() === ''),
      ...(draft.freightMinor === null && opened.freightMinor !== null ? (['freightMinor'] as const) : []),
    ],
  }
}

export const isEdited = (draft: EditDraft, opened: PurchaseDetail): boolean => {
  return Object.values(editOf(draft, opened)).some((value) => !Array.isArray(value) || value.length > 0)
}

/** Only touched fields of a draft are stored, so that on another version the other fields are not reset. */
export const touchedOf = (draft: EditDraft, opened: PurchaseDetail): Partial<EditDraft> => {
  const untouched: Record<string, unknown> = draftOf(opened)
  const moved = <T>(of: Readonly<Record<string, T>>, key: 'quantity' | 'shortReason'): Record<string, T> =>
    Object.fromEntries(
      Object.entries(of).filter(([id, value]) => opened.lines.find((line) => line.id === id)?.[key] !== value),
    )
  const plain: EditDraft = {
    ...draft,
    quantities: moved(draft.quantities, 'quantity'),
    reasons: moved(draft.reasons, 'shortReason'),
  }
  return Object.fromEntries(
    Object.entries(plain).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(untouched[key])),
  )
}

/** The touched fields applied to any version; fields of lines that no longer exist there are left out. */
export function draftOn(purchase: PurchaseDetail, touched: Partial<EditDraft>): EditDraft {
  const ids = new Set(purchase.lines.map(({ id }) => id))
  const kept = <T>(of: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(of).filter(([id]) => ids.has(id)))
  return {
    ...draftOf(purchase),
    ...touched,
    quantities: kept(touched.quantities),
    reasons: kept(touched.reasons),
    removed: (touched.removed ?? []).filter((id) => ids.has(id)),
  }
}

const NOTHING = '（无）'

/**
 * For each field: the saved value, the value when opened, and the result of saving over it: my value where I changed it, theirs elsewhere.
 */
export function compareEdits(
  draft: EditDraft,
  opened: PurchaseDetail,
  theirs: PurchaseDetail,
  placeNames: ReadonlyMap<string, string>,
): CompareRow[] {
  const result = draftOn(theirs, touchedOf(draft, opened))
  const row = (key: string, label: string, [other, was, own]: readonly [string, string, string]): CompareRow => ({
    key,
    label,
    storeNow: other,
    ours: was,
    willBecome: own,
    why: other === own ? (other === was ? '' : '只有别人改了，会保留') : other === was ? '只有您改了' : '两人都改了',
    isChanged: other !== own || other !== was,
  })
  const place = (key: 'accountId' | 'addressId', name: 'accountName' | 'addressName'): [string, string, string] => {
    const own = result[key]
    const known = [theirs, opened].find((one) => one[key] === own)?.[name]
    return [theirs[name], opened[name], known ?? (own === null ? NOTHING : (placeNames.get(own) ?? '另选的'))]
  }
  const lineText = (line: Line | undefined, mine?: EditDraft): string => {
    if (!line) return NOTHING
    if (mine?.removed.includes(line.id)) return '移除'
    const reason = mine ? reasonOf(mine, line) : line.shortReason
    return `${mine ? quantityOf(mine, line) : line.quantity}${reason ? `（少买：${reason}）` : ''}`
  }
  const ids = [...new Set([...opened.lines, ...theirs.lines].map(({ id }) => id))]
  const lineRows = ids.map((id) => {
    const [was, other] = [opened, theirs].map(({ lines }) => lines.find((line) => line.id === id))
    const own = lineText(other, result)
    return row(id, `${(was ?? other)!.title.slice(0, 20)} 数量`, [lineText(other), lineText(was), own])
  })
  const addedRows = draft.added.map((item) =>
    row(`added ${item.offerId} ${item.skuId ?? ''}`, `加入 ${item.label.slice(0, 20)}`, [
      NOTHING,
      NOTHING,
      String(item.quantity),
    ]),
  )
  return [
    ...lineRows,
    ...addedRows,
    row('accountId', '1688账号', place('accountId', 'accountName')),
    row('addressId', '收货地址', place('addressId', 'addressName')),
    ...TEXTS.map(([name, label]) => row(name, label, [theirs[name], opened[name], result[name]])),
    row('freight', '预计运费', [
      yuanText(theirs.freightMinor),
      yuanText(opened.freightMinor),
      yuanText(result.freightMinor),
    ]),
  ]
}
