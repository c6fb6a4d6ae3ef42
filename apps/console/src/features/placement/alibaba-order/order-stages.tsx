import type { AlibabaOrderView, OrderStageView } from '@huoqiao/contract/placement/placement.schema'
import type { Hue } from '@huoqiao/contract/states'
import type { ReactNode } from 'react'
import { formatTime, yuanText } from '../../../lib/format.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from './alibaba-order.module.css'

const STATES: Readonly<Record<OrderStageView['state'], { label: string; hue: Hue }>> = {
  paid: { label: '已付', hue: 'done' },
  paying: { label: '付款中', hue: 'moving' },
  due: { label: '现在应付', hue: 'attention' },
  later: { label: '以后再付', hue: 'waiting' },
}

/** 分阶段付款 of a 1688 order: what came, what is asked for now, what comes later; together the total. */
export function OrderStages({ order }: { order: AlibabaOrderView }): ReactNode {
  const { stages, paidMinor, dueMinor, laterMinor } = order
  return (
    <section className={styles.stages} aria-label="分阶段付款">
      <b>分阶段付款</b>
      <ol>
        {stages.map(({ state, amountMinor, paidAt }, index) => (
          // The place in the order of payment is what a stage is.
          <li key={`stage-${index + 1}`} data-state={state}>
            <span>第{index + 1}阶段</span>
            <b>{amountMinor === null ? '1688没有说多少' : yuanText(amountMinor)}</b>
            <StateTag bare hue={STATES[state].hue} label={STATES[state].label} />
            {paidAt === null ? null : <small>{formatTime(paidAt)}</small>}
          </li>
        ))}
      </ol>
      <span className={styles.faint}>
        已付 {yuanText(paidMinor)} · 现在应付 {yuanText(dueMinor)} · 以后再付 {yuanText(laterMinor)}
      </span>
      {paidMinor > 0 && order.status === 'waitbuyerpay' ? (
        <span className={styles.faint}>
          要退已付的 {yuanText(paidMinor)}：还差一个阶段时1688不接受退款申请。
          <a href={order.url} target="_blank" rel="noreferrer">
            打开1688订单页
          </a>
          与卖家协商关闭，退回后这里自动更新；或付清以后在这里申请退款。
        </span>
      ) : null}
    </section>
  )
}
