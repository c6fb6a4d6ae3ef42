import {
  faultsOf,
  gradeOf,
  GRADES,
  judgedFigure,
  SCORECARD_FIGURES,
} from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ScoreKey } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { Scorecard } from '@huoqiao/contract/scorecards/scorecards.schema'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import type { SlotProps } from '../../lib/slots.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { FigureText } from './figure-text.tsx'
import styles from './scorecards.module.css'
import { Unasked } from './unasked.tsx'
import { useScorecard } from '../../pickers/use-scorecards.ts'

/** The figures on the card of a badge; the drawer shows all. */
const SHOWN: readonly ScoreKey[] = [
  'purchases',
  'sendHours',
  'promisedHours',
  'late',
  'short',
  'defects',
  'priceDrift',
  'refunded',
]

/** The grade of a supplier in a word; its figures on hover or focus. Nothing for a supplier that was never bought from. */
export default function SupplierBadge(props: SlotProps['supplier-badge']): ReactNode {
  const card = useScorecard(props)
  if (card === undefined) return null
  if (card === 'unasked') return <Unasked />
  const grade = GRADES[gradeOf(card.windows)]
  return (
    <Popover trigger={['hover', 'focus']} placement="bottomLeft" destroyOnHidden content={<Summary card={card} />}>
      <button type="button" className={styles.badge} aria-label={`${card.name}：${grade.label}，看评分`}>
        <StateTag bare hue={grade.hue} label={grade.label} />
      </button>
    </Popover>
  )
}

/** Each figure in the window by which it is judged; that window is named where it is not the shortest. */
function Summary({ card: { name, windows } }: { card: Scorecard }): ReactNode {
  const faults = faultsOf(windows)
  const usual = windows[0]?.days
  return (
    <div className={styles.summary}>
      <b>{name}</b>
      <span className={styles.says}>近{usual}天</span>
      <FactList
        layout="rows"
        facts={SHOWN.flatMap((key) => {
          const figure = judgedFigure(windows, key)
          if (!figure) return []
          return [
            [
              SCORECARD_FIGURES[key].label,
              <span key={key}>
                <FigureText figure={key} value={figure} isPoor={faults.includes(key)} />
                {figure.days === usual ? null : <small className={styles.says}> 近{figure.days}天</small>}
              </span>,
            ],
          ]
        })}
      />
    </div>
  )
}
