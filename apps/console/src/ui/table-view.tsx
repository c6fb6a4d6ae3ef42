import { SettingOutlined } from '@ant-design/icons'
import type { TableColumnsType, TableColumnType, TableProps } from 'antd'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { usePreference } from '../lib/preferences.ts'
import { useOpenedBox } from './opened-box.ts'
import { HeadCell } from './table-view.head.tsx'
import type { HeadCellProps } from './table-view.head.tsx'
import styles from './table-view.module.css'

/** A person's settings for one list: which columns are hidden, and their widths in pixels. */
export type TableChoice = { hidden: readonly string[]; widths: Readonly<Record<string, number>> }
export type Density = 'small' | 'middle' | 'large'
export type ColumnChoice = { key: string; title: string; isShown: boolean }

const AS_MADE: TableChoice = { hidden: [], widths: {} }
const COMPACT: Density = 'small'
/** Less dense cells need this much more width for the same text. */
const ROOM: Readonly<Record<Density, number>> = { small: 0, middle: 8, large: 24 }
/** For a column that takes the remaining width: on a narrow screen the table scrolls, before this column gets too narrow. */
const USUAL_WIDTH = 180
const NARROWEST = 48
const CELLS = { header: { cell: HeadCell } }

const Panel = lazy(() => import('./table-view.panel.tsx'))

type Plain<Row> = TableColumnType<Row>
const keyOf = <Row,>(column: Plain<Row>): string => {
  const key = column.key ?? column.dataIndex
  return Array.isArray(key) ? key.join('.') : String(key)
}
const titleOf = <Row,>(column: Plain<Row>): string => (typeof column.title === 'string' ? column.title : '')
/** The columns with the row's name and with its actions cannot be hidden. */
const isFixed = <Row,>(column: Plain<Row>, at: number): boolean =>
  at === 0 || column.fixed !== undefined || titleOf(column) === ''

export type TableView<Row> = {
  /** spread into Ant Design's Table */
  table: Pick<TableProps<Row>, 'size' | 'components' | 'scroll'> & { columns: TableColumnsType<Row> }
  /** the button that opens the settings, for the `view` of ListPage */
  control: ReactNode
}

/**
 * Lets each person choose the columns of a list, their widths (dragged at the heading, or ← → on its edge) and the density of its rows, and
 * remembers this for the person (beyond, item 14). `width` is the minimum width of the whole table in pixels,
 * `beside` the width of its columns for selecting and expanding rows.
 */
export function useTableView<Row>(
  name: string,
  columns: TableColumnsType<Row>,
  width: number,
  beside = 0,
): TableView<Row> {
  const [choice, choose] = usePreference<TableChoice>(`columns:${name}`, AS_MADE)
  const [density, setDensity] = usePreference<Density>('table-density', COMPACT)
  const plain = columns as Plain<Row>[]
  const shown = useMemo(() => {
    const visible = plain.filter((column, at) => isFixed(column, at) || !choice.hidden.includes(keyOf(column)))
    return visible.map((column, at): Plain<Row> => {
      const key = keyOf(column)
      const made = typeof column.width === 'number' ? column.width + ROOM[density] : column.width
      const own = choice.widths[key] ?? made
      const resize = (next: number | undefined): void => {
        const { [key]: _old, ...others } = choice.widths
        choose({
          ...choice,
          widths: next === undefined ? others : { ...others, [key]: Math.max(NARROWEST, Math.round(next)) },
        })
      }
      const width = typeof own === 'number' ? own : undefined
      const head: HeadCellProps = { title: titleOf(column), isLast: at === visible.length - 1, width, onWidth: resize }
      return { ...column, ...(own === undefined ? {} : { width: own }), onHeaderCell: () => head as object }
    })
  }, [plain, choice, choose, density])
  const total = shown.reduce(
    (sum, column) => sum + (typeof column.width === 'number' ? column.width : USUAL_WIDTH),
    beside,
  )
  const isWidened = Object.keys(choice.widths).length > 0
  const columnChoices = plain.flatMap((column, at): ColumnChoice[] =>
    isFixed(column, at)
      ? []
      : [{ key: keyOf(column), title: titleOf(column), isShown: !choice.hidden.includes(keyOf(column)) }],
  )
  return {
    table: {
      columns: shown,
      size: density,
      components: CELLS,
      scroll: { x: Math.max(total, width) },
    },
    control: (
      <ViewButton
        columns={columnChoices}
        density={density}
        isAsMade={choice.hidden.length === 0 && !isWidened && density === COMPACT}
        onColumn={(key, isShown) =>
          choose({ ...choice, hidden: isShown ? choice.hidden.filter((one) => one !== key) : [...choice.hidden, key] })
        }
        onDensity={setDensity}
        onReset={() => {
          choose(AS_MADE)
          setDensity(COMPACT)
        }}
      />
    ),
  }
}

export type ViewPanelProps = {
  columns: readonly ColumnChoice[]
  density: Density
  isAsMade: boolean
  onColumn: (key: string, isShown: boolean) => void
  onDensity: (density: Density) => void
  onReset: () => void
}

function ViewButton(props: ViewPanelProps): ReactNode {
  const { isOpen, setOpen, box } = useOpenedBox()
  return (
    <div className={styles.box} ref={box}>
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label="列设置"
        title="列设置"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <Panel {...props} />
        </Suspense>
      ) : null}
    </div>
  )
}
