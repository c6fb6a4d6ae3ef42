import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './create.module.css'

type RequestLinesProps = {
  lines: readonly OrderLine[]
  amounts: ReadonlyMap<string, number>
  onChange: (amounts: ReadonlyMap<string, number>) => void
}

/** The need of the orders: all of it is bought unless a person enters less. */
export function RequestLines({ lines, amounts, onChange }: RequestLinesProps): ReactNode {
  const [isOpen, open] = useState(false)
  const pieces = lines.reduce((sum, line) => sum + (amounts.get(line.id) ?? line.toBuy), 0)
  return (
    <section className={styles.section} aria-label="订单需求">
      <header>
        <h3>
          订单需求：{lines.length} 行商品，买 {formatCount(pieces)} 件
        </h3>
        <Button type="link" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? '收起' : '改数量'}
        </Button>
      </header>
      {isOpen ? (
        <ul className={styles.requests}>
          {lines.map((line) => (
            <li key={line.id}>
              <Picture src={line.image} alt="" size={32} />
              <span className={styles.clip} title={line.title}>
                {line.title}
                <small>
                  {[line.orderNumber, line.storeName, line.variantTitle].filter(Boolean).join(' · ')}
                  {line.source === null ? '（还没有关联货源）' : ''}
                </small>
              </span>
              <span>还要买 {line.toBuy} 件</span>
              <CountField
                label={`为订单 ${line.orderNumber} 买多少 ${line.title}`}
                least={0}
                most={line.toBuy}
                value={amounts.get(line.id) ?? line.toBuy}
                onChange={(value) => onChange(new Map([...amounts, [line.id, value ?? 0]]))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
