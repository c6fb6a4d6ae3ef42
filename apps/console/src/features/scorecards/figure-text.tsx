import { MIN_CASES, SCORECARD_FIGURES, scoreText } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ScoreFigure, ScoreKey } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ReactNode } from 'react'
import { BLANK, formatCount } from '../../lib/format.ts'
import styles from './scorecards.module.css'

type FigureTextProps = { figure: ScoreKey; value: ScoreFigure; isPoor?: boolean; isBrief?: boolean }

/** A figure and the number of its cases; with too few of them 样本不足 instead of the figure. */
export function FigureText({
  figure,
  value: { value, cases },
  isPoor = false,
  isBrief = false,
}: FigureTextProps): ReactNode {
  const { format, cases: noun } = SCORECARD_FIGURES[figure]
  const of = `${formatCount(cases)} ${noun}`
  if (value === null) return <span className={styles.says}>{BLANK}</span>
  if (format === 'count') return <span>{formatCount(value)}</span>
  if (cases < MIN_CASES)
    return (
      <span className={styles.says} title={`只有 ${of}`}>
        样本不足{isBrief ? '' : `（${of}）`}
      </span>
    )
  return (
    <span title={of}>
      <span className={isPoor ? styles.poor : undefined}>
        {isPoor ? <span aria-hidden>! </span> : null}
        {scoreText(figure, value)}
      </span>
      {isBrief ? null : <small className={styles.says}> {of}</small>}
    </span>
  )
}
