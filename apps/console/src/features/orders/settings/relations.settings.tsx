import type { SkuRelation } from '@huoqiao/contract/orders/orders.schema'
import { SKU_RELATION_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import { Button } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { TABLE_PAGING } from '../../../lib/list-query.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { OriginDot } from '../../../ui/origin-dot.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { offerAddress } from '../order.addresses.ts'
import styles from '../tasks/order-task.module.css'

/** Links to sources that are remembered for the next order. */
export function RelationSettings(): ReactNode {
  const [asked, ask] = useState({
    keyword: '',
    storeId: undefined as string | undefined,
    page: 1,
    pageSize: TABLE_PAGING.first,
  })
  const answer = useRead('querySkuRelations', { ...asked, keyword: asked.keyword || undefined })
  const remove = useAct('deleteSkuRelation')
  const may = useMay('deleteSkuRelation')
  async function forget({ id, version, title }: SkuRelation): Promise<void> {
    const isSure = await askConfirm({
      title: '不再记住这个货源？',
      content: `“${title}”的新订单不会再自动带上它；已经关联的订单不变。`,
      okText: '不再记住',
    })
    if (isSure && (await remove.run({ id, version })).ok) toast.success('不再记住这个货源')
  }
  const columns: TableColumnsType<SkuRelation> = [
    ...fieldColumns<SkuRelation, typeof SKU_RELATION_FIELDS>(SKU_RELATION_FIELDS, {
      title: {
        render: (_, { title, sku, storeName }) => (
          <>
            {title}
            <br />
            <small className={styles.hint}>
              {storeName} · {sku || '没有SKU'}
            </small>
          </>
        ),
      },
      storeId: null,
      storeName: null,
      variantId: null,
      sku: null,
      image: null,
      source: {
        render: (_, { source }) => (
          <>
            <Link to={offerAddress(source.offerId)}>
              <OriginDot origin="1688" label={source.title || source.offerId} />
            </Link>
            <br />
            <small className={styles.hint}>
              {formatCount(source.saleQuantity)} 件 = 货源 {formatCount(source.sourceQuantity)} 件
            </small>
          </>
        ),
      },
      by: {
        width: 150,
        render: (_, { by, updatedAt }) => (
          <>
            {by}
            <br />
            <RelativeTime at={updatedAt} />
          </>
        ),
      },
      updatedAt: null,
    }),
    {
      title: '',
      width: 90,
      render: (_, relation) =>
        may ? (
          <Button type="link" danger onClick={() => void forget(relation)}>
            不再记住
          </Button>
        ) : null,
    },
  ]
  return (
    <div className={styles.tasks}>
      <div>
        <SearchField
          value={asked.keyword}
          placeholder="SKU、商品"
          onSearch={(keyword) => ask({ ...asked, keyword, page: 1 })}
        />{' '}
        <StorePicker
          allowClear
          placeholder="全部店铺"
          value={asked.storeId}
          onChange={(storeId) => ask({ ...asked, storeId, page: 1 })}
        />
      </div>
      <PagedTable<SkuRelation>
        answer={answer}
        at={asked}
        none="没有记住的货源。在订单里关联货源时选“记住”，就会出现在这里。"
        rowKey="id"
        columns={columns}
        onPage={({ page, pageSize }) => ask({ ...asked, page, pageSize })}
      />
    </div>
  )
}
