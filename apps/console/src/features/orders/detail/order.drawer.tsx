import type { OrderDetail, OrderLine } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_PAYMENTS, ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay } from '../../../lib/permission.tsx'
import { isSlotFilled, Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { EnvironmentMark, useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { DetailActions } from './order-detail.actions.tsx'
import { Fulfillments, Timeline } from './order-detail.events.tsx'
import { Amounts, NoteField, ShopFacts } from './order-detail.facts.tsx'
import styles from './order-detail.module.css'
import { Flags } from '../list/order-head.tsx'
import { OrderLines } from '../list/order-lines.tsx'
import { Person } from './order-person.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderFreight } from './order-freight.tsx'
import { ProfitTable } from './order-reckoning.tsx'
import { adviceWord, riskWord } from '@huoqiao/contract/orders/risk.words'
import { PAYMENT_HUES, TRACKING_HUES, trackingWord } from '../order.words.ts'
import { cancelWord } from '@huoqiao/contract/orders/shop.words'

type OrderDrawerProps = {
  orderId: string
  onClose: () => void
  onRelate: (lines: readonly OrderLine[]) => void
  onBuy: () => void
}

/** One order with all its data. */
export default function OrderDrawer({ orderId, onClose, onRelate, onBuy }: OrderDrawerProps): ReactNode {
  const { data, error, refetch } = useRead('getOrder', { orderId }, { keepPrevious: false })
  const [isTyped, setTyped] = useState(false)
  return (
    <Drawer
      open
      size="min(1080px, 94vw)"
      title={data ? <Title order={data} /> : '订单'}
      {...guardTyped(isTyped)}
      onClose={onClose}
      extra={data ? <DetailActions order={data} onBuy={onBuy} /> : null}
    >
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <Detail order={data} onRelate={onRelate} onTyped={setTyped} />
      ) : error ? null : (
        <RowSkeletons count={8} />
      )}
    </Drawer>
  )
}

function Title({ order }: { order: OrderDetail }): ReactNode {
  return (
    <span className={styles.title}>
      <span>{order.number}</span>
      <TableStateTag table={ORDER_STATES} code={order.state} />
    </span>
  )
}

type DetailProps = {
  order: OrderDetail
  onRelate: OrderDrawerProps['onRelate']
  onTyped: (isTyped: boolean) => void
}

function Detail({ order, onRelate, onTyped }: DetailProps): ReactNode {
  const { stores } = useGetAllShopifyStores()
  const environment = stores?.find(({ id }) => id === order.storeId)?.environment
  return (
    <div className={styles.detail}>
      <div className={styles.marks}>
        <span className={styles.store}>{order.storeName}</span>
        {environment ? <EnvironmentMark environment={environment} /> : null}
        <StateTag hue={PAYMENT_HUES[order.payment]} label={ORDER_PAYMENTS[order.payment]} />
        <StateTag hue={TRACKING_HUES[order.tracking]} label={trackingWord(order.tracking)} title="物流单号回传店铺" />
        <Flags flags={order.flags} />
      </div>
      <Attention order={order} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title={`商品（${order.lines.length} 种）`}>
            <OrderLines isWhole lines={order.lines} onRelate={onRelate} />
          </Section>
          {isSlotFilled('order-purchases') ? (
            <Section title="采购单">
              <Slot name="order-purchases" orderId={order.id} />
            </Section>
          ) : null}
          {isSlotFilled('order-shipments') ? (
            <Section title="物流">
              <Slot name="order-shipments" orderId={order.id} />
            </Section>
          ) : null}
          <Section title="店铺发货">
            <Fulfillments order={order} />
          </Section>
          <Returns order={order} />
          <Section title="经过">
            <Timeline order={order} />
          </Section>
        </div>
        <div className={styles.column}>
          <Section title="客户与地址">
            <Person key={order.id} order={order} />
          </Section>
          <Section title="金额">
            <Amounts order={order} />
          </Section>
          <Section title="利润">
            <ProfitTable profit={order.profit} missing={order.profitMissing} currency={order.currency} />
            <OrderFreight order={order} />
          </Section>
          <Section title="备注">
            <NoteField order={order} onTyped={onTyped} />
          </Section>
          <Section title="店铺">
            <ShopFacts order={order} />
          </Section>
        </div>
      </div>
    </div>
  )
}

/** Includes declined and cancelled returns, for which the order has no flag. Only an order with sent pieces can have returns. */
function Returns({ order }: { order: OrderDetail }): ReactNode {
  const may = useMay('getOrderReturns')
  const isReturned = order.flags.includes('returned')
  const isSent = order.fulfillmentStatus !== 'UNFULFILLED'
  const { data } = useRead('getOrderReturns', { orderId: order.id }, { enabled: may && isSent && !isReturned })
  if (!isReturned && (data?.returns ?? []).length === 0) return null
  return (
    <Section title="退货">
      <OrderReturns order={order} />
    </Section>
  )
}

/** What a person should know first, and what to do about it. */
function Attention({ order }: { order: OrderDetail }): ReactNode {
  const says: string[] = []
  if (order.flags.includes('cut'))
    says.push('采购后被取消、减少，或由店铺自行发货：请到采购单里减少数量、取消1688订单，或留作库存。')
  if (order.holdReason !== null) says.push(`搁置：${order.holdReason}`)
  if (order.flags.includes('risk-open'))
    says.push(`店铺提示${riskWord(order.risk)}${adviceWord(order.riskAdvice)}：核对后点“确认放行”，或搁置。`)
  if (order.flags.includes('address-open')) says.push('收货地址不完整：在店铺里补全后点“从店铺刷新”，或确认放行。')
  if (order.cancelReason !== null) says.push(`取消原因：${cancelWord(order.cancelReason)}`)
  if (says.length === 0) return null
  return (
    <ul className={styles.attention}>
      {says.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
