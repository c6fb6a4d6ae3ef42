import { PAYMENT_FIELDS } from '@huoqiao/contract/placement/placement.fields'
import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'
import { Radio } from 'antd'
import type { ReactNode } from 'react'
import { yuanText } from '../../../lib/format.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../dialog.module.css'
import { ordinalOf, wayLabel, wayOf } from './paying-ways.ts'

type StagedNoteProps = {
  ways: readonly PayingWay[]
  chosen: string | undefined
  onChoose: (tradeType: string) => void
}

/** 分阶段付款: a choice of the way to pay, with what must be paid first and what later, shown before anything is ordered. */
export function StagedNote({ ways, chosen, onChoose }: StagedNoteProps): ReactNode {
  const way = wayOf(ways, chosen)
  // A single way that pays at once needs no note: it is what everybody expects.
  if (!way || !ways.some(({ staged }) => staged)) return null
  const isOnly = ways.every(({ staged }) => staged)
  return (
    <div className={styles.staged} role="note" aria-label="分阶段付款">
      <div className={styles.ways}>
        <StateTag
          hue={isOnly ? 'attention' : 'moving'}
          label={isOnly ? '只能分阶段付款' : '可以一次付清，也可以分阶段付款'}
        />
        {ways.length > 1 ? (
          <Radio.Group
            aria-label={PAYMENT_FIELDS.way.label}
            size="small"
            value={way.tradeType}
            options={ways.map((one) => ({ value: one.tradeType, label: wayLabel(one) }))}
            onChange={(event) => onChoose(String(event.target.value))}
          />
        ) : null}
      </div>
      {way.staged ? <Stages way={way} /> : null}
    </div>
  )
}

function Stages({ way: { stages, tradeType } }: { way: PayingWay }): ReactNode {
  return (
    <>
      {stages.length > 0 ? (
        <ol>
          {stages.map(({ percent, dueMinor }, index) => (
            <li key={ordinalOf(index)}>
              {index === 0 ? '先付' : `${ordinalOf(index)}阶段再付`} {percent}%，约 {yuanText(dueMinor)}
            </li>
          ))}
        </ol>
      ) : null}
      <small>
        {stages.length > 0
          ? `按1688的交易方式（${tradeType}）推算，以下单后1688订单里的各阶段为准；付清之前卖家可以不发货。`
          : `1688的交易方式是 ${tradeType}，各阶段付多少以下单后1688订单里的为准；付清之前卖家可以不发货。`}
      </small>
    </>
  )
}
