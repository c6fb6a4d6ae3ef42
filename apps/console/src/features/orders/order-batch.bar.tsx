import { DownOutlined } from '@ant-design/icons'
import type { OrderRow } from '@huoqiao/contract/orders/orders.schema'
import type { Can } from '@huoqiao/contract/wire'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import type { Allowed } from '../../ui/can-button.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import type { OrderStep, RowActions } from './order-row.actions.tsx'
import { mayHaveGoods, menuStep, useAllowed, useShipAllowed } from './order-row.actions.tsx'

type BatchBarProps = {
  rows: readonly OrderRow[]
  /** what the server says of each state's steps */
  cans: Readonly<Record<string, Can>>
  pageCount: number
  isAll: boolean
  isBusy: boolean
  onSelectPage: () => void
  actions: RowActions
}

/** What may be done with the selected orders; those that do not allow it answer for themselves in the outcome. */
export function BatchBar({ rows, cans, pageCount, isAll, isBusy, onSelectPage, actions }: BatchBarProps): ReactNode {
  const allowed = useAllowed()
  const shipAllowed = useShipAllowed()
  const may = (step: OrderStep): Allowed => {
    const reasons = rows.map((row) => allowed(cans[row.state] ?? {}, step))
    return reasons.every((one) => typeof one === 'string') ? reasons[0] : true
  }
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
