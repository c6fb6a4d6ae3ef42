import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import type { ProductState } from '@huoqiao/contract/products/products.status'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askText } from '../../../ui/dialogs.store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import type { ProductFilters } from './product-list.query.ts'
import { countChanged, resetFilters } from './product-list.query.ts'
import styles from './product-list.module.css'
import { editAddress } from '../product.addresses.ts'
import type { Reported } from './use-product-acts.tsx'

const SELECTION_PAGE = '/shop/product/1688'

/** The main action opens the search for goods; a product can also be created by hand. */
export function ListActions(): ReactNode {
  const navigate = useNavigate()
  const create = useAct('createProduct')
  const may = useMay('createProduct')
  async function make(): Promise<void> {
    await askText({
      title: '手工新建商品',
      label: '标题',
      content: '没有1688货源的商品。先起个英文标题，其余在编辑页里填。',
      maxLength: 255,
      okText: '新建',
      async submit(title, close) {
        const made = await create.run({ title: title.trim(), storeIds: [] })
        if (!made.ok) return
        close()
        void navigate(editAddress(made.data.id))
      },
    })
  }
  return (
    <>
      <CanButton allowed={may ? true : NO_RIGHT} loading={create.isPending} onClick={() => void make()}>
        手工新建
      </CanButton>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(SELECTION_PAGE)}>
        去1688选品
      </Button>
    </>
  )
}

const NOTHING_IN: Partial<Record<ProductState, string>> = {
  failed: '没有同步失败的商品。',
  unknown: '没有结果未知的商品。',
  partial: '没有只成功了一部分的商品。',
  recycled: '回收站是空的。',
  outdated: '在线的商品都已是最新，没有待更新的。',
  syncing: '现在没有正在同步的商品。',
}

/** Why the list is empty, and how to fill it. */
export function NothingHere({ list }: { list: ProductFilters }): ReactNode {
  const navigate = useNavigate()
  const { state } = list.filters
  if (countChanged(list) > 0) {
    return (
      <EmptyState text="没有符合条件的商品。" action={<Button onClick={() => resetFilters(list)}>清空筛选</Button>} />
    )
  }
  if (state !== '') {
    const text =
      NOTHING_IN[state as ProductState] ?? `没有“${PRODUCT_STATES[state as ProductState]?.label ?? state}”的商品。`
    return (
      <EmptyState text={text} action={<Button onClick={() => list.setFilters({ state: '' })}>看全部商品</Button>} />
    )
  }
  return (
    <EmptyState
      text="还没有商品。先在1688选品里把想卖的货认领到店铺，它们就会出现在这里。"
      action={
        <Button type="primary" onClick={() => void navigate(SELECTION_PAGE)}>
          去1688选品
        </Button>
      }
    />
  )
}

/** The outcome of each row of the last bulk action; shown until it is closed. */
export function ReportedOutcome({ reported, onClose }: { reported: Reported; onClose: () => void }): ReactNode {
  return (
    <section className={styles.reported} aria-label={`${reported.title}的结果`}>
      <header>
        <h2>{reported.title}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label="收起结果" onClick={onClose} />
      </header>
      <OutcomeList
        outcome={reported.outcome}
        labelOf={(key) => reported.names.get(key) ?? reported.names.get(key.split(':')[0]!) ?? key}
      />
    </section>
  )
}
