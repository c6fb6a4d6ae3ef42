import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './takeover.module.css'

const SHOWN = 20

type ProductChoiceProps = { item: TakeoverItem; onChoose: (productId: string) => void; onClose: () => void }

/** Searches our products for the one that matches a product of the shop, when the proposal is wrong. */
export default function ProductChoice({ item, onChoose, onClose }: ProductChoiceProps): ReactNode {
  const [keyword, search] = useState('')
  const read = useRead('getProductsByCondition', { ...(keyword ? { keyword } : {}), page: 1, pageSize: SHOWN })
  const products = read.data?.list
  return (
    <Modal open centered width={640} title={`“${item.title}”是哪个商品`} footer={null} onCancel={onClose}>
      <div className={styles.choice}>
        <SearchField value={keyword} placeholder="商品标题、供应商" onSearch={search} />
        {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
        {products === undefined ? (
          read.error ? null : (
            <RowSkeletons count={5} />
          )
        ) : products.length === 0 ? (
          <EmptyState text="没有找到商品。" />
        ) : (
          <ul className={styles.products} aria-busy={read.isPlaceholderData}>
            {products.map((product) => {
              const title = product.titleZh || product.title || '（还没有标题）'
              return (
                <li key={product.id}>
                  <Picture src={product.image} alt="" size={40} />
                  <span className={styles.words}>
                    <b title={title}>{title}</b>
                    <small>
                      {product.supplierName ?? '没有供应商'} · {product.variantCount} 个变体
                    </small>
                  </span>
                  <TableStateTag table={PRODUCT_STATES} code={product.state} />
                  <Button size="small" aria-label={`就是它：${title}`} onClick={() => onChoose(product.id)}>
                    就是它
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Modal>
  )
}
