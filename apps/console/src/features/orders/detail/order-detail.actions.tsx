import { EllipsisOutlined, ReloadOutlined, ShoppingCartOutlined } from '@ant-design/icons'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { NO_RIGHT, useAllowed, useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { OutcomeWindow } from '../../../ui/outcome-window.tsx'
import { menuStep } from '../list/order-row.actions.tsx'
import { orderAddress } from '../order.addresses.ts'
import { useOrderActs } from '../use-order-acts.tsx'
import styles from './order-detail.module.css'

/** The actions on the order in the drawer. */
export function DetailActions({ order, onBuy }: { order: OrderDetail; onBuy: () => void }): ReactNode {
  const allowed = useAllowed()
  const acts = useOrderActs()
  const refresh = useAct('refreshOrder')
  const redact = useAct('redactCustomer')
  const mayRedact = useMay('redactCustomer')
  const one = [order]
  const isHeld = order.flags.includes('held-by-us')
  async function forget(): Promise<void> {
    const isSure = await askConfirm({
      title: '删除这位客户的信息？',
      content: '同一店铺里这位客户的全部订单都会删去姓名、电话、邮箱和地址，不能恢复。店铺里的资料不受影响。',
      okText: '删除客户信息',
      danger: true,
    })
    if (!isSure) return
    const done = await redact.run({ orderId: order.id })
    if (done.ok) toast.success(`已删除 ${done.data.orders} 张订单里的客户信息`)
  }
  async function read(): Promise<void> {
    const done = await refresh.run({ orderId: order.id })
    if (done.ok) toast.success('已从店铺读取最新')
  }
  const items = [
    menuStep('复制链接', true, () => void copyText(window.location.origin + orderAddress(order.id))),
    menuStep('全部无需采购', allowed(order, 'ignoreLines'), () => void acts.ignore(one, true)),
    menuStep('恢复采购', allowed(order, 'ignoreLines'), () => void acts.ignore(one, false)),
    {
      ...menuStep('删除客户信息', mayRedact ? order.can['redactCustomer'] : NO_RIGHT, () => void forget()),
      danger: true,
    },
  ]
  return (
    <span className={styles.acts}>
      <CanButton
        type="primary"
        icon={<ShoppingCartOutlined />}
        allowed={allowed(order, 'createPurchaseOrder')}
        onClick={onBuy}
      >
        生成采购单
      </CanButton>
      {order.state === 'pending' ? (
        <CanButton allowed={allowed(order, 'confirmOrders')} onClick={() => void acts.confirm(one)}>
          确认放行
        </CanButton>
      ) : null}
      {isHeld ? (
        <CanButton allowed={allowed(order, 'releaseOrders')} onClick={() => void acts.release(one)}>
          取消搁置
        </CanButton>
      ) : (
        <CanButton allowed={allowed(order, 'holdOrders')} onClick={() => acts.askHold(one)}>
          搁置
        </CanButton>
      )}
      <CanButton
        icon={<ReloadOutlined />}
        title="从店铺刷新"
        aria-label="从店铺刷新"
        loading={refresh.isPending}
        allowed={allowed(order, 'refreshOrder')}
        onClick={() => void read()}
      />
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button icon={<EllipsisOutlined />} aria-label="更多操作" />
      </Dropdown>
      {acts.question}
      {acts.reported ? (
        <OutcomeWindow
          title={acts.reported.title}
          outcome={acts.reported.outcome}
          labelOf={(key) => acts.reported?.names.get(key) ?? key}
          onClose={acts.forget}
        />
      ) : null}
    </span>
  )
}
