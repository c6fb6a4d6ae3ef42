import type { OrderLine, OrderRow } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_PAYMENTS, ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import type { Can } from '@huoqiao/contract/wire'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { formatCount, formatTime } from '../../../lib/format.ts'
import { EnvironmentMark, useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './order-list.module.css'
import { ProfitCell } from './order-profit.tsx'
import type { RowActions } from './order-row.actions.tsx'
import { OrderRowActions } from './order-row.actions.tsx'
import { countryName, FLAGS, PAYMENT_HUES, TRACKING_HUES, trackingWord } from '../order.words.ts'

type OrderHeadProps = {
  row: OrderRow
  store: { id: string; name: string } | undefined
  can: Can
  lines: readonly OrderLine[] | undefined
  isSelected: boolean
  onSelect: (id: string, isRange?: boolean) => void
  actions: RowActions
}

/** Number, store, customer, money and progress of one order. */
export function OrderHead({ row, store, can, lines, isSelected, onSelect, actions }: OrderHeadProps): ReactNode {
  return (
    <div className={styles.head}>
      <Checkbox
        aria-label={`选择 ${row.number}`}
        checked={isSelected}
        onClick={(event) => onSelect(row.id, event.shiftKey)}
      />
      <div className={styles.name}>
        <span className={styles.numberLine}>
          <button type="button" className={styles.number} onClick={() => actions.open(row.id)}>
            {row.number}
          </button>
          <Flags flags={row.flags} />
        </span>
        <small title={`下单于 ${formatTime(row.at)}`}>
          <RelativeTime at={row.at} /> · {row.lines} 种 {formatCount(row.pieces)} 件
        </small>
      </div>
      <StoreCell store={store} />
      <div className={styles.cell}>
        <span className={styles.clip} title={row.customer ?? undefined}>
          {row.customer ?? <span className={styles.faint}>没有客户信息</span>}
        </span>
        <small>{countryName(row.country)}</small>
      </div>
      <div className={styles.cell}>
        <StateTag bare hue={PAYMENT_HUES[row.payment]} label={ORDER_PAYMENTS[row.payment]} />
        <StateTag bare hue={TRACKING_HUES[row.tracking]} label={trackingWord(row.tracking)} title="物流单号回传店铺" />
      </div>
      <div className={styles.right}>
        <MoneyText strong amount={{ minor: row.total, currency: row.currency }} />
        <small>{row.currency}</small>
      </div>
      <div className={styles.right}>
        <ProfitCell orderId={row.id} profit={row.profit} />
      </div>
      <div>
        <TableStateTag table={ORDER_STATES} code={row.state} />
      </div>
      <OrderRowActions row={row} can={can} lines={lines} actions={actions} />
    </div>
  )
}

function StoreCell({ store }: { store: { id: string; name: string } | undefined }): ReactNode {
  const { stores } = useGetAllShopifyStores()
  const environment = stores?.find((one) => one.id === store?.id)?.environment
  return (
    <div className={styles.cell}>
      <span className={styles.store} title={store?.name}>
        {store?.name ?? '已删除的店铺'}
      </span>
      <small>{environment ? <EnvironmentMark environment={environment} /> : null}</small>
    </div>
  )
}

/** The state itself shows these already. */
const REPORTED_BY_STATE = new Set(['held-by-us', 'unsourced'])

export function Flags({ flags }: { flags: OrderRow['flags'] }): ReactNode {
  return flags
    .filter((flag) => !REPORTED_BY_STATE.has(flag))
    .map((flag) => {
      const { label, hue, says } = FLAGS[flag]
      return <StateTag key={flag} hue={hue} label={label} title={says} />
    })
}
