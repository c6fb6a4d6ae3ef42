import type { PlannedGroup } from '@huoqiao/contract/purchases/purchases.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from './create.module.css'
import { isShort, leftOut, withAll, withoutShort } from './short-lines.ts'

type ShortNoteProps = {
  groups: readonly PlannedGroup[]
  amounts: ReadonlyMap<string, number>
  onChange: (amounts: ReadonlyMap<string, number>) => void
}

/** One SKU that its supplier has too few of holds up a whole purchase: what can be had is bought, the rest waits for another source. */
export function ShortNote({ groups, amounts, onChange }: ShortNoteProps): ReactNode {
  const lines = groups.flatMap((group) => group.lines)
  const short = lines.filter(isShort).length
  const left = leftOut(amounts)
  const isHelped = leftOut(withoutShort(amounts, lines)) > left
  if (short === 0 && left === 0) return null
  return (
    <section className={styles.section} aria-label="货源缺货">
      {short > 0 ? (
        <header>
          <StateTag bare hue="attention" label={`${short} 个规格的货源库存不够，1688会拒绝整张采购单`} />
          {isHelped ? (
            <Button size="small" onClick={() => onChange(withoutShort(amounts, lines))}>
              只买有货的
            </Button>
          ) : null}
        </header>
      ) : null}
      {left > 0 ? (
        <header>
          <span>{left} 行订单需求这次不买，留在待采购，可以换货源再买</span>
          <Button size="small" onClick={() => onChange(withAll(amounts))}>
            全部买回
          </Button>
        </header>
      ) : null}
    </section>
  )
}
