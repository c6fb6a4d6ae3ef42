import { Button, Checkbox, Segmented } from 'antd'
import type { ReactNode } from 'react'
import type { Density, ViewPanelProps } from './table-view.tsx'
import styles from './table-view.module.css'

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'small', label: '紧凑' },
  { value: 'middle', label: '适中' },
  { value: 'large', label: '宽松' },
]

/** 列设置 and 密度: which columns the list shows, and how dense its rows are. */
export default function ViewPanel(props: ViewPanelProps): ReactNode {
  const { columns, density, isAsMade, onColumn, onDensity, onReset } = props
  return (
    <div className={styles.panel} role="dialog" aria-label="列设置">
      <h3>密度（所有列表）</h3>
      <Segmented<Density> block options={DENSITIES} value={density} onChange={onDensity} />
      <h3>显示的列</h3>
      {columns.map(({ key, title, isShown }) => (
        <Checkbox key={key} checked={isShown} onChange={(event) => onColumn(key, event.target.checked)}>
          {title}
        </Checkbox>
      ))}
      <p>拖动表头右边缘可以调整列宽，双击还原。</p>
      <Button disabled={isAsMade} title={isAsMade ? '没有改过' : undefined} onClick={onReset}>
        恢复默认
      </Button>
    </div>
  )
}
