import { DELETED_PURCHASE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { DeletedPurchase } from '@huoqiao/contract/purchases/purchases-history.endpoints'
import { Button, Drawer } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { TABLE_PAGING } from '../../../lib/list-query.ts'
import { useRead } from '../../../lib/use-call.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { formatCount, yuanText } from '../../../lib/format.ts'
import styles from './history.module.css'

type DeletedDrawerProps = {
  /** the initial search text */
  keyword: string
  onOpen: (purchaseId: string) => void
  onClose: () => void
}

const NAMED = 3
const someOf = (names: readonly string[]): string =>
  names.slice(0, NAMED).join('、') + (names.length > NAMED ? ` 等 ${names.length} 个` : '')

/** Purchase orders that were deleted, or split after a merge: who did it, and links to their histories. */
export default function DeletedDrawer({ keyword, onOpen, onClose }: DeletedDrawerProps): ReactNode {
  const [asked, ask] = useState({ keyword, page: 1, pageSize: TABLE_PAGING.first })
  const answer = useRead('queryDeletedPurchases', { ...asked, keyword: asked.keyword || undefined })
  const columns: TableColumnsType<DeletedPurchase> = [
    ...fieldColumns<DeletedPurchase, typeof DELETED_PURCHASE_FIELDS>(DELETED_PURCHASE_FIELDS, {
      purchaseId: null,
      number: {
        render: (_, { number, supplierName }) => (
          <>
            <b>{number}</b>
            <br />
            <small>{supplierName}</small>
          </>
        ),
      },
      supplierName: null,
      titles: {
        render: (_, { titles, quantity, goodsMinor, orderNames }) => (
          <>
            {someOf(titles)}
            <br />
            <small>
              {formatCount(quantity)} 件，货款 {yuanText(goodsMinor)}
              {orderNames.length > 0 ? `，为订单 ${someOf(orderNames)}` : ''}
            </small>
          </>
        ),
      },
      quantity: null,
      goodsMinor: null,
      orderNames: null,
      by: {
        width: 150,
        render: (_, { reason, by, at }) => (
          <>
            {reason} · {by ?? '系统'}
            <br />
            <small>
              <RelativeTime at={at} />
            </small>
          </>
        ),
      },
      reason: null,
      at: null,
    }),
    {
      title: '',
      width: 100,
      render: (_, { purchaseId, number }) => (
        <Button type="link" aria-label={`看 ${number} 的历史`} onClick={() => onOpen(purchaseId)}>
          看历史
        </Button>
      ),
    },
  ]
  return (
    <Drawer open size="min(900px, 94vw)" title="已删除的采购单" onClose={onClose}>
      <div className={styles.history}>
        <div>
          <SearchField
            value={asked.keyword}
            placeholder="采购单号、供应商、商品、订单号"
            onSearch={(words) => ask({ ...asked, keyword: words, page: 1 })}
          />
        </div>
        <PagedTable<DeletedPurchase>
          answer={answer}
          at={asked}
          none={asked.keyword ? '删除的采购单里没有符合的。' : '还没有删除过采购单。'}
          rowKey="purchaseId"
          columns={columns}
          onPage={({ page, pageSize }) => ask({ ...asked, page, pageSize })}
        />
      </div>
    </Drawer>
  )
}
