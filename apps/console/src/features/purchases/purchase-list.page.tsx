import type { ReactNode } from 'react'
import { ComingPage } from '../../ui/coming-page.tsx'

/** /purchase/list until purchasing is built. */
export default function PurchaseListPage(): ReactNode {
  return (
    <ComingPage
      title="采购单列表"
      text="采购中心还没有开通。目前请在1688下单；在这里选好的货源和认领的商品，开通后可以直接采购。"
      links={[
        { label: '1688选品', to: '/shop/product/1688' },
        { label: '采集箱', to: '/shop/product/collect' },
        { label: '1688账号', to: '/system/systemconfig?tab=marketplace' },
      ]}
      will={[
        '审核、合并、向1688下单，每张采购单最多下一次',
        '合并可以拆回，看得到省下的运费和起批差额',
        '付款、物流、收货和对账',
      ]}
    />
  )
}
