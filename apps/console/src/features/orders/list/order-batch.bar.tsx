import { DownOutlined } from '@ant-design/icons'
import type { OrderRow } from '@huoqiao/contract/orders/orders.schema'
import type { Can } from '@huoqiao/contract/wire'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import type { Allowed } from '../../../lib/permission.tsx'
import { NO_RIGHT, ofAny, useAllowed, useMay } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import type { OrderStep, RowActions } from './order-row.actions.tsx'
import { mayHaveGoods, menuStep, useShipAllowed } from './order-row.actions.tsx'

/** Maximum number of orders for the drawer of goods (contract, getUnsourcedGoods). */
const MOST_RELATED = 500

type BatchBarProps = {
  rows: readonly OrderRow[]
  /** what the server allows for each state */
  cans: Readonly<Record<string, Can>>
  pageCount: number
  isAll: boolean
  isBusy: boolean
  onSelectPage: () => void
  actions: RowActions
}

/** Actions on the selected orders; those that do not allow the action are reported in the outcome. */
export function BatchBar({ rows, cans, pageCount, isAll, isBusy, onSelectPage, actions }: BatchBarProps): ReactNode {
  const allowed = useAllowed()
  const shipAllowed = useShipAllowed()
  const mayRelate = useMay('relateGoods')
  const relateAllowed = (of: readonly OrderRow[]): Allowed => {
    if (!mayRelate) return NO_RIGHT
    if (of.length > MOST_RELATED) return `一次最多 ${MOST_RELATED} 张，或用列表上方的“批量关联货源”`
    return of.some(({ flags }) => flags.includes('unsourced')) ? true : '选中的订单都有货源'
  }
  const states = rows.map(({ state }) => ({ can: cans[state] ?? {} }))
  const may = (step: OrderStep): Allowed => ofAny(states, allowed, step)
  const more = [
    menuStep('加备注', may('noteOrder'), () => actions.note(rows)),
    menuStep('无需采购', may('ignoreLines'), () => actions.ignore(rows, true)),
    menuStep('恢复采购', may('ignoreLines'), () => actions.ignore(rows, false)),
  ]
  return (
    <>
      {isAll ? null : (
        <Button type="text" onClick={onSelectPage}>
          选中本页 {pageCount} 单
        </Button>
      )}
      <CanButton
        type="primary"
        loading={isBusy}
        allowed={may('createPurchaseOrder')}
        title="按供应商拆成采购单，先预览再生成"
        onClick={() => actions.buy(rows)}
      >
        生成采购单
      </CanButton>
      <CanButton
        allowed={relateAllowed(rows)}
        title="这些订单里没有货源的商品，每种一行，一次关联"
        onClick={() => actions.relateAll(rows)}
      >
        关联货源
      </CanButton>
      <CanButton
        allowed={shipAllowed(rows)}
        title="填运单号，回传店铺；没到货的会说明"
        onClick={() => actions.ship(rows.filter(mayHaveGoods))}
      >
        发货
      </CanButton>
      <CanButton allowed={may('confirmOrders')} title="看过风险和地址，放行" onClick={() => actions.confirm(rows)}>
        确认放行
      </CanButton>
      <CanButton allowed={may('holdOrders')} onClick={() => actions.hold(rows)}>
        搁置
      </CanButton>
      <CanButton allowed={may('releaseOrders')} onClick={() => actions.release(rows)}>
        取消搁置
      </CanButton>
      <CanButton allowed={may('exportShopifyOrderSkuInfo')} onClick={() => actions.exportOf(rows)}>
        导出
      </CanButton>
      <Dropdown trigger={['click']} menu={{ items: more }}>
        <Button>
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </>
  )
}
