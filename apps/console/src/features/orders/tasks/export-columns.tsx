import { ORDER_EXPORT_COLUMNS } from '@huoqiao/contract/orders/order-export.columns'
import type { OrderExportColumn } from '@huoqiao/contract/orders/order-export.columns'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { usePreference } from '../../../lib/preferences.ts'
import styles from './order-task.module.css'

const ALL = Object.keys(ORDER_EXPORT_COLUMNS) as OrderExportColumn[]
const NONE_LEFT_OUT: readonly OrderExportColumn[] = []

/** Columns of the last export of this person. What they left out is kept, so that a column that comes new is shown to them. */
export function useExportColumns(): [readonly OrderExportColumn[], (chosen: readonly OrderExportColumn[]) => void] {
  const [left, leave] = usePreference<readonly OrderExportColumn[]>('order-export:left-out', NONE_LEFT_OUT)
  return [ALL.filter((key) => !left.includes(key)), (chosen) => leave(ALL.filter((key) => !chosen.includes(key)))]
}

type ExportColumnsProps = {
  chosen: readonly OrderExportColumn[]
  onChoose: (chosen: readonly OrderExportColumn[]) => void
}

export function ExportColumns({ chosen, onChoose }: ExportColumnsProps): ReactNode {
  return (
    <fieldset className={styles.columns}>
      <legend>
        列（{chosen.length} / {ALL.length}，下次沿用）
        <Button type="link" onClick={() => onChoose(chosen.length === ALL.length ? [] : ALL)}>
          {chosen.length === ALL.length ? '全不选' : '全选'}
        </Button>
      </legend>
      <Checkbox.Group<OrderExportColumn>
        value={[...chosen]}
        options={ALL.map((value) => ({ value, label: ORDER_EXPORT_COLUMNS[value] }))}
        onChange={onChoose}
      />
      {chosen.length === 0 ? <p className={styles.hint}>至少选一列。</p> : null}
    </fieldset>
  )
}
