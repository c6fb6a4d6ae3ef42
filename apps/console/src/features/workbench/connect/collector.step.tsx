import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Actions, Doing } from './step.tsx'
import type { StepProps } from './step.tsx'

/** How goods are collected without the APIs for search and detail. */
export function CollectorStep({ isDone, go }: StepProps): ReactNode {
  return (
    <>
      <p>
        “商品搜索”或“商品详情”权限还没有开通时，照样可以采集：在1688网页上看到的商品，用浏览器里的采集插件放进采集箱，再认领、编辑、同步。
      </p>
      <Doing>
        <li>只缺“商品搜索”：把商品链接、编号或分享文字粘贴到选品页的搜索框，一次最多500行。</li>
        <li>缺“商品详情”：用采集插件。插件采集的价格和库存是看到时的样子，权限开通后会自动更新。</li>
        <li>两样都有：可以不装插件，直接搜索。</li>
      </Doing>
      <p>
        <Link to="/shop/product/collector">下载采集插件，取它的密钥</Link> ·{' '}
        <Link to="/shop/product/1688">去1688选品</Link>
      </p>
      <Actions isDone={isDone} onNext={() => go('shop')} />
    </>
  )
}
