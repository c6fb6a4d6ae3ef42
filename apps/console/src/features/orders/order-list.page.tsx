import type { ReactNode } from 'react'
import { ComingPage } from '../../ui/coming-page.tsx'

/** /order/list until the order centre is built. */
export default function OrderListPage(): ReactNode {
  return (
    <ComingPage
      title="订单列表"
      text="订单中心还没有开通。店铺的订单目前请在Shopify后台处理，开通后会从店铺补齐。"
      links={[
        { label: '商品列表', to: '/shop/product/list' },
        { label: '店铺直连', to: '/shop/product/test' },
        { label: '连接店铺', to: '/system/systemconfig?tab=stores' },
      ]}
      will={[
        '各店铺的订单汇到一处，按待处理、待采购、待发货分开',
        '店铺变体关联到1688规格，一键生成采购单',
        '物流单号回传店铺，漏单补回',
        '导出订单SKU明细',
      ]}
    />
  )
}
