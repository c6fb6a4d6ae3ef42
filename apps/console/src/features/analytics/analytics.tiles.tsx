import { FIGURES, isShown } from '@huoqiao/contract/analytics/analytics.figures'
import type { FigureName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer } from '@huoqiao/contract/analytics/analytics.schema'
import type { CSSProperties, ReactNode } from 'react'
import styles from './analytics.module.css'
import { changeOf, figureText } from './figure-text.ts'

const SHOWN: readonly FigureName[] = [
  'sale',
  'profit',
  'margin',
  'orders',
  'pieces',
  'refund',
  'returnRate',
  'sentDays',
]

type AnalyticsTilesProps = {
  answer: AnalyticsAnswer
  ofGoods: boolean
  chosen: FigureName
  onChoose: (name: FigureName) => void
}

const earlierText = (name: FigureName, before: Sums | null): string => {
  const text = before === null ? '' : figureText(name, before)
  return text === '' ? '' : `之前 ${text}`
}

/** The figures of the whole period; the charts draw the pressed one. */
export function AnalyticsTiles({ answer, ofGoods, chosen, onChoose }: AnalyticsTilesProps): ReactNode {
  const before = answer.before?.total ?? null
  return (
    <ul className={styles.tiles} aria-label="合计">
      {SHOWN.filter((name) => isShown(name, { ofGoods })).map((name) => {
        const change = changeOf(name, answer.total, before)
        const text = figureText(name, answer.total)
        const why = text === '' ? '没有可算的订单' : ''
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.tile}
              aria-pressed={name === chosen}
              title={FIGURES[name].help}
              onClick={() => onChoose(name)}
            >
              <span>{FIGURES[name].label}</span>
              <b style={{ '--characters': Math.max(text.length, 1) } as CSSProperties}>{text}</b>
              <small data-tone={change?.tone}>
                {[why, change?.text ?? '', earlierText(name, before)].filter((part) => part !== '').join('，')}
              </small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
