import type { SourceChange } from '@huoqiao/contract/collection/radar.endpoints'
import type { ReactNode } from 'react'
import { actInPieces } from '../../../lib/in-pieces.ts'
import type { SlotProduct } from '../../../lib/slots.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { call, NO_RIGHT, useMay } from '../../../lib/index.ts'
import type { Acted } from '../../../ui/bulk-acts.tsx'
import { ReportedOutcome, useBulkActs } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/index.ts'

/** The window that is open over the radar page, for the products of the selected changes. */
export type RadarOpen = { kind: 'price' | 'source' | 'preview'; products: readonly SlotProduct[] } | undefined

/** Maximum number of products in one bulk change (contract). */
const AT_ONCE = 500
const TOUCHED = ['products', 'sync-tasks', 'offers'] as const

function productsOf(rows: readonly SourceChange[]): SlotProduct[] {
  const found = new Map<string, SlotProduct>()
  for (const { productIds, storeIds, title } of rows)
    for (const id of productIds) if (!found.has(id)) found.set(id, { id, title, storeIds })
  return [...found.values()]
}

/** The sources of these changes, each once. */
export const sourcesOf = (rows: readonly SourceChange[]): Acted[] => [
  ...new Map(rows.map(({ offerId, title }) => [offerId, { id: offerId, name: title }])).values(),
]

type RadarActsProps = {
  rows: readonly SourceChange[]
  isChecking: boolean
  onCheck: (sources: readonly Acted[]) => void
  onOpen: (what: RadarOpen) => void
}

/** Actions for the selected changes: taking over the new costs, changing prices, reading the sources again. */
export function RadarActs({ rows, isChecking, onCheck, onOpen }: RadarActsProps): ReactNode {
  const products = productsOf(rows)
  const mayModify = useMay('modifyProducts')
  const mayUpdate = useMay('syncUpdateProductDataAndShopifyData')
  const mayCheck = useMay('checkSources')
  const none = products.length === 0 ? '选中的货源没有对应的商品' : true
  return (
    <>
      <CanButton
        type="primary"
        title="先看改完的价格和毛利，再保存"
        allowed={mayModify ? none : NO_RIGHT}
        onClick={() => onOpen({ kind: 'price', products })}
      >
        改价（{products.length} 个商品）
      </CanButton>
      <CanButton
        title="把货源现在的成本、库存和规格带进商品；按规则定的价格会跟着重算"
        allowed={mayUpdate ? none : NO_RIGHT}
        onClick={() => onOpen({ kind: 'source', products })}
      >
        更新货源
      </CanButton>
      <CanButton loading={isChecking} allowed={mayCheck ? true : NO_RIGHT} onClick={() => onCheck(sourcesOf(rows))}>
        检查货源
      </CanButton>
    </>
  )
}

export function RadarWindow({ opened, onOpen }: { opened: RadarOpen; onOpen: (what: RadarOpen) => void }): ReactNode {
  const acts = useBulkActs(TOUCHED)
  const close = (): void => onOpen(undefined)
  return (
    <>
      {opened?.kind === 'price' ? (
        <Slot
          name="price-change"
          products={opened.products}
          onWrite={(change) =>
            acts.perform(
              '批量改价',
              opened.products.map(({ id, title }) => ({ id, name: title })),
              (ids) =>
                actInPieces(ids, AT_ONCE, String, (piece) =>
                  call('modifyProducts', { items: piece.map((id) => ({ productId: id })), change }),
                ),
            )
          }
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'source' ? (
        <Slot
          name="source-update"
          products={opened.products}
          onClose={close}
          onPreview={() => onOpen({ ...opened, kind: 'preview' })}
        />
      ) : null}
      {opened?.kind === 'preview' ? <Slot name="sync-preview" products={opened.products} onClose={close} /> : null}
      <ReportedOutcome acts={acts} />
    </>
  )
}
