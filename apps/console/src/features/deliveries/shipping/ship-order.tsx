import { SHIPMENT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Shippable } from '@huoqiao/contract/deliveries/deliveries.schema'
import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { numbersOf, wrongNumbers } from '../deliveries.words.ts'
import { CarrierField } from './carrier-field.tsx'
import type { ShipTyped } from './ship-draft.ts'
import { amountOf } from './ship-draft.ts'
import styles from './ship.module.css'
import { UrlField } from './url-field.tsx'

type ShipOrderProps = {
  order: Shippable
  typed: ShipTyped | undefined
  /** the courier chosen for all orders */
  carrier: string
  isOnly: boolean
  onType: (typed: ShipTyped) => void
}

/** One order of the shipping dialog: what can be sent, and its tracking number. */
export function ShipOrder({ order, typed, carrier, isOnly, onType }: ShipOrderProps): ReactNode {
  const numbers = typed?.numbers ?? ''
  const wrong = numbers.trim() === '' ? undefined : wrongNumbers(numbersOf(numbers))
  return (
    <section className={styles.order} aria-label={`订单 ${order.orderName}`} data-refused={order.refusal !== null}>
      <header className={styles.orderHead}>
        <b>{order.orderName}</b>
        <TableStateTag table={ORDER_STATES} code={order.state} />
        <span className={styles.store}>{order.storeName}</span>
        {order.refusal === null ? (
          <span className={styles.fields}>
            <Input
              aria-label={`${order.orderName} 的运单号`}
              placeholder="运单号，多个用空格分开"
              style={{ width: 240 }}
              ref={isOnly ? firstFocus : undefined}
              status={wrong === undefined ? '' : 'error'}
              value={numbers}
              onChange={(event) => onType({ numbers: event.target.value })}
            />
            {isOnly ? null : (
              <CarrierField
                isShort
                label={`${order.orderName} 的承运商`}
                value={typed?.carrier ?? carrier}
                onChange={(next) => onType({ carrier: next })}
              />
            )}
          </span>
        ) : (
          <span className={styles.refusal}>{order.refusal}</span>
        )}
      </header>
      {wrong === undefined ? null : <p className={styles.ill}>{wrong}</p>}
      {order.refusal === null && numbers.trim() !== '' ? (
        <UrlField
          label={`${order.orderName} 的查询网址`}
          carrier={typed?.carrier ?? carrier}
          numbers={numbersOf(numbers)}
          value={typed?.url ?? ''}
          onChange={(url) => onType({ url })}
        />
      ) : null}
      {order.refusal === null ? <Lines order={order} typed={typed} onType={onType} /> : null}
    </section>
  )
}

function Lines({ order, typed, onType }: Pick<ShipOrderProps, 'order' | 'typed' | 'onType'>): ReactNode {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th>{SHIPMENT_FIELDS.lines.label}</th>
          <th className="hq-num">需要</th>
          <th className="hq-num">已到</th>
          <th className="hq-num">已发</th>
          <th className="hq-num">本次发</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.orderLineId} data-none={line.open === 0}>
            <td>
              <span className={styles.clip} title={line.title}>
                {line.title}
              </span>
              <small>{line.sku}</small>
              {line.stock.map(({ purchaseId, purchaseNumber, place, pieces }) => (
                <small key={purchaseId} className={styles.stock}>
                  从余货取货源 {formatCount(pieces)} 件{place === '' ? '' : `，库位 ${place}`}（{purchaseNumber}）
                </small>
              ))}
            </td>
            <td className="hq-num">{line.wanted}</td>
            <td className="hq-num">{line.received}</td>
            <td className="hq-num">{line.shipped}</td>
            <td className="hq-num">
              {line.open === 0 ? (
                '–'
              ) : (
                <CountField
                  label={`本次发 ${line.title} ${line.sku}`}
                  style={{ width: 76 }}
                  least={0}
                  most={line.open}
                  value={amountOf(line, typed)}
                  onChange={(amount) => onType({ amounts: { ...typed?.amounts, [line.orderLineId]: amount ?? 0 } })}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
