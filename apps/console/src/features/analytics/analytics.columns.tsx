import { DIMENSIONS, FIGURE_NAMES, FIGURES, figureOf, isShown } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, FigureName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OpenButton } from '../../ui/open-button.tsx'
import styles from './analytics.module.css'
import type { Drill } from './drill.rules.ts'
import { changeOf, figureText, SAME } from './figure-text.ts'

type Given = {
  group: DimensionName
  ofGoods: boolean
  drill: Drill | undefined
  onNarrow: (filters: Readonly<Record<string, string>>) => void
}

export const shownFigures = (ofGoods: boolean): FigureName[] =>
  FIGURE_NAMES.filter((name) => isShown(name, { ofGoods }))

/** The row's name, then every figure of the contract that exists for such rows. */
export function analyticsColumns({ group, ofGoods, drill, onNarrow }: Given): TableColumnsType<AnalyticsRow> {
  return [
    {
      key: 'name',
      title: DIMENSIONS[group].label,
      width: group === 'day' || group === 'country' ? 120 : 240,
      fixed: 'left',
      render: (_none, row) => <RowName row={row} target={drill?.(row) ?? null} onNarrow={onNarrow} />,
    },
    ...shownFigures(ofGoods).map((name) => ({
      key: name,
      title: FIGURES[name].label,
      width: FIGURES[name].unit === 'money' ? 116 : 84,
      className: 'hq-num',
      align: 'right' as const,
      sorter: (a: AnalyticsRow, b: AnalyticsRow) => (figureOf(name, a.sums) ?? 0) - (figureOf(name, b.sums) ?? 0),
      render: (_none: unknown, row: AnalyticsRow) => <FigureCell name={name} sums={row.sums} before={row.before} />,
    })),
  ]
}

type RowNameProps = { row: AnalyticsRow; target: ReturnType<Drill>; onNarrow: Given['onNarrow'] }

function RowName({ row, target, onNarrow }: RowNameProps): ReactNode {
  const text = (
    <span className={styles.name} title={row.name}>
      {row.name}
    </span>
  )
  const shown =
    target === null ? (
      text
    ) : 'to' in target ? (
      <Link to={target.to}>{text}</Link>
    ) : (
      <OpenButton onOpen={() => onNarrow(target.narrow)}>{text}</OpenButton>
    )
  return (
    <span className={styles.row}>
      {shown}
      {row.note === '' ? null : <small>{row.note}</small>}
    </span>
  )
}

/** A figure, and below it its change since the earlier period. */
export function FigureCell({ name, sums, before }: { name: FigureName; sums: Sums; before: Sums | null }): ReactNode {
  const change = changeOf(name, sums, before)
  const isMoved = change !== undefined && change.text !== SAME
  return (
    <span className={styles.cell}>
      {figureText(name, sums)}
      {isMoved ? (
        <small data-tone={change.tone} title={before ? `之前 ${figureText(name, before)}` : undefined}>
          {change.text}
        </small>
      ) : null}
    </span>
  )
}
