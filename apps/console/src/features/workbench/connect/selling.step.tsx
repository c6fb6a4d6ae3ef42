import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useQueryPriceRules } from '../../../pickers/price-rule-picker.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { Actions, Choice, First, ownType } from './step.tsx'
import type { StepProps } from './step.tsx'

/** Shopify: what has to be chosen before a product can be pushed and sold. */
export function SellingStep({ known: { store }, isDone, stores, change, go }: StepProps): ReactNode {
  const [isEdited, edit] = useState(false)
  const { rules } = useQueryPriceRules()
  if (!store || store.currency === null)
    return (
      <First text="先连上店铺：检查以后才知道币种、仓库和销售渠道。" label="去核对店铺权限" onGo={() => go('scopes')} />
    )
  const place = store.locations.find(({ id }) => id === store.locationId)?.name
  const channels = store.publications.filter(({ id }) => store.publicationIds.includes(id)).map(({ name }) => name)
  const rule = rules?.find(({ id }) => id === store.priceRuleId)?.name
  const fitting = rules?.filter(({ currency }) => currency === store.currency)
  return (
    <>
      <p>检查时已经选好常用的仓库和渠道；定价规则要和店铺同币种。</p>
      <Choice label="店铺" rows={stores} value={store.id} onChange={(id) => change({ store: id })} />
      <FactList
        layout="rows"
        facts={[
          ['币种', store.currency],
          ['仓库', place ?? `未选择（有 ${store.locations.length} 个）：库存不会同步`],
          ['销售渠道', channels.join('、') || '未选择：商品同步后顾客看不到'],
          ['定价规则', store.priceRuleId === null ? '未选择：认领的商品不会自动定价' : (rule ?? '已设置')],
        ]}
      />
      {fitting?.length === 0 ? (
        <p>
          还没有 {store.currency} 的定价规则，<Link to="/system/systemconfig?tab=pricing">先去建一条</Link>，再回来选。
        </p>
      ) : null}
      <Actions isDone={isDone} onNext={() => go('webhooks')}>
        <Can call="updateShopifyStore">
          <Button type={ownType(isDone)} onClick={() => edit(true)}>
            选择仓库、渠道和定价规则
          </Button>
        </Can>
      </Actions>
      {isEdited ? <Slot name="edit-store" row={store} onClose={() => edit(false)} onSaved={() => undefined} /> : null}
    </>
  )
}
