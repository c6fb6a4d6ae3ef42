import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { ReactNode } from 'react'
import type { CallName } from '../../../lib/contract.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import type { RowMenuItems } from '../../../ui/row-menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'

/** Actions on one product of the list. */
export type RowActions = {
  edit: (product: ProductCard) => void
  preview: (products: readonly ProductCard[]) => void
  refreshSource: (products: readonly ProductCard[]) => void
  tryPrices: (products: readonly ProductCard[]) => void
  setOnline: (products: readonly ProductCard[], isOnline: boolean) => void
  setFailed: (products: readonly ProductCard[]) => void
  recycle: (products: readonly ProductCard[]) => void
  restore: (products: readonly ProductCard[]) => void
  deleteForGood: (products: readonly ProductCard[]) => void
}

type ProductActionsProps = {
  product: ProductCard
  actions: RowActions
  /** icons only, for dense rows */
  isCompact?: boolean
}

/** 编辑 · 预演同步 · 更多, shown on hover and on focus. */
export function ProductActions({ product, actions, isCompact = false }: ProductActionsProps): ReactNode {
  const allowed = useAllowed()
  const edit = allowed(product, 'editProduct') === true ? '编辑' : '查看'
  return (
    <>
      <CanButton
        icon={<EditOutlined />}
        aria-label={edit}
        title={isCompact ? edit : undefined}
        allowed={true}
        onClick={() => actions.edit(product)}
      >
        {isCompact ? null : edit}
      </CanButton>
      <CanButton
        icon={<EyeOutlined />}
        aria-label="预演同步"
        title={isCompact ? '预演同步' : undefined}
        allowed={allowed(product, 'syncToShopify')}
        onClick={() => actions.preview([product])}
      >
        {isCompact ? null : '预演同步'}
      </CanButton>
      <RowMenu
        label={`更多操作 ${product.titleZh || product.title}`}
        items={() => moreItems(product, actions, allowed)}
      />
    </>
  )
}

type Item = RowMenuItems[number]

function moreItems(product: ProductCard, actions: RowActions, allowed: ReturnType<typeof useAllowed>): Item[] {
  const one = [product]
  const step = (name: CallName, label: string, run: () => void, danger = false): Item => {
    const reason = allowed(product, name)
    return {
      key: label,
      label,
      danger,
      disabled: typeof reason === 'string',
      ...(typeof reason === 'string' ? { title: reason } : {}),
      onClick: run,
    }
  }
  if (product.state === 'recycled') {
    return [
      step('restoreProducts', '恢复', () => actions.restore(one)),
      step('batchDeleteProducts', '彻底删除', () => actions.deleteForGood(one), true),
    ]
  }
  return [
    step('syncUpdateProductDataAndShopifyData', '更新货源', () => actions.refreshSource(one)),
    step('setListingsOnline', '上架', () => actions.setOnline(one, true)),
    step('setListingsOnline', '下架', () => actions.setOnline(one, false)),
    step('manualSetSyncFailed', '手动置为失败', () => actions.setFailed(one)),
    { type: 'divider' },
    step('deleteProduct', '移到回收站', () => actions.recycle(one), true),
  ]
}
