import { DownOutlined } from '@ant-design/icons'
import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { MenuProps } from 'antd'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import type { CallName } from '../../../lib/contract.ts'
import type { Allowed } from '../../../lib/permission.tsx'
import { NO_RIGHT, ofAny, useAllowed, useMay } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import type { RowActions } from './product-actions.tsx'

/** The dialogs of bulk changes. */
export type BatchForm = 'price' | 'title' | 'tags' | 'stores'

type BatchBarProps = {
  products: readonly ProductCard[]
  /** number of products on the page */
  pageCount: number
  isAll: boolean
  isBusy: boolean
  onSelectPage: () => void
  onForm: (form: BatchForm) => void
  actions: RowActions
}

/** Actions on the selected products. */
export function BatchBar(props: BatchBarProps): ReactNode {
  const { products, pageCount, isAll, isBusy, onSelectPage, onForm, actions } = props
  const allowed = useAllowed()
  const mayModify = useMay('modifyProducts')
  const mayTry = useMay('tryPrices')
  const may = (name: CallName): Allowed => ofAny(products, allowed, name)
  const change: Allowed = mayModify ? may('modifyProducts') : NO_RIGHT
  const isBin = products.every((product) => product.state === 'recycled')
  const more: MenuProps['items'] = [
    item('手动置为失败', may('manualSetSyncFailed'), () => actions.setFailed(products)),
    item('移到回收站', may('batchDeleteProducts'), () => actions.recycle(products), true),
  ]
  const selectPage = isAll ? null : (
    <Button type="text" onClick={onSelectPage}>
      选中本页 {pageCount} 项
    </Button>
  )
  if (isBin) {
    return (
      <>
        {selectPage}
        <CanButton
          type="primary"
          loading={isBusy}
          allowed={may('restoreProducts')}
          onClick={() => actions.restore(products)}
        >
          恢复
        </CanButton>
        <CanButton
          danger
          loading={isBusy}
          allowed={may('batchDeleteProducts')}
          onClick={() => actions.deleteForGood(products)}
        >
          彻底删除
        </CanButton>
      </>
    )
  }
  const forms: readonly [BatchForm, string][] = [
    ['price', '改价'],
    ['title', '改标题'],
    ['tags', '标签'],
    ['stores', '店铺'],
  ]
  return (
    <>
      {selectPage}
      <CanButton
        type="primary"
        loading={isBusy}
        allowed={may('syncToShopify')}
        onClick={() => actions.preview(products)}
      >
        预演并同步
      </CanButton>
      {forms.map(([form, label]) => (
        <CanButton key={form} allowed={change} onClick={() => onForm(form)}>
          {label}
        </CanButton>
      ))}
      <CanButton
        allowed={mayTry ? true : NO_RIGHT}
        title="换一套汇率、运费、倍率，先看价格和毛利会变成什么"
        onClick={() => actions.tryPrices(products)}
      >
        定价沙盘
      </CanButton>
      <CanButton
        allowed={may('syncUpdateProductDataAndShopifyData')}
        title="重新读取1688货源，看看有什么变化"
        onClick={() => actions.refreshSource(products)}
      >
        更新货源
      </CanButton>
      <CanButton allowed={may('setListingsOnline')} onClick={() => actions.setOnline(products, true)}>
        上架
      </CanButton>
      <CanButton allowed={may('setListingsOnline')} onClick={() => actions.setOnline(products, false)}>
        下架
      </CanButton>
      <Dropdown trigger={['click']} menu={{ items: more }}>
        <Button>
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </>
  )
}

const item = (label: string, allowed: Allowed, run: () => void, danger = false) => ({
  key: label,
  label,
  danger,
  disabled: typeof allowed === 'string',
  ...(typeof allowed === 'string' ? { title: allowed } : {}),
  onClick: run,
})
