import type { StagedPayment } from '@huoqiao/contract/placement/placement.schema'
import type { ReactNode } from 'react'
import { StateTag } from '../../../ui/state-tag.tsx'
import { yuanText } from '../purchase.words.ts'
import styles from './dialog.module.css'

/** What a person says by ordering such goods. */
export const STAGED_AGREED = '要分阶段付款，我知道付清前卖家可以不发货'

const ORDINALS = ['第一', '第二', '第三', '第四']

/** 分阶段付款: what has to be paid first, and what later, before anything is ordered. */
export function StagedNote({ staged }: { staged: StagedPayment }): ReactNode {
  return (
    <div className={styles.staged} role="note" aria-label="分阶段付款">
      <StateTag hue="attention" label="只能分阶段付款" />
      <ol>
        {staged.stages.map(({ percent, dueMinor }, index) => (
          <li key={ORDINALS[index]}>
            {index === 0 ? '先付' : `${ORDINALS[index]}阶段再付`} {percent}%，约 {yuanText(dueMinor)}
          </li>
        ))}
      </ol>
      <small>
        {staged.stages.length > 0
          ? `按1688的交易方式（${staged.tradeType}）推算，以下单后1688订单里的各阶段为准；付清之前卖家可以不发货。`
          : `1688的交易方式是 ${staged.tradeType}，各阶段付多少以下单后1688订单里的为准；付清之前卖家可以不发货。`}
      </small>
    </div>
  )
}
