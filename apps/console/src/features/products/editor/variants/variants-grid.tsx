import type { ProductImage, ProductVariant } from '@huoqiao/contract/products/products.schema'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, Ref } from 'react'
import { useEffect, useId, useImperativeHandle, useMemo, useRef } from 'react'
import type { GridColumn } from './grid-columns.ts'
import type { RowHandlers } from './grid-row.tsx'
import { GridLine } from './grid-row.tsx'
import type { Cell, GridRow } from './grid.rules.ts'
import styles from './grid.module.css'
import type { Margin } from './margin.rules.ts'
import type { RefusedCells } from './refused-cells.ts'
import type { useGrid } from './use-grid.ts'

/** Heights in pixels; the style sheet has the same values. */
const ROW = 30
const HEAD = 42
/** borders and a horizontal scroll bar */
const EDGE = 20
/** Checkbox, picture and name, which stay in place when the rest is scrolled sideways. */
const FIXED = 264
/** on each side of the text of a heading */
const PADDING = 8

export type VariantsGridProps = {
  variants: readonly ProductVariant[]
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  images: readonly ProductImage[]
  selected: ReadonlySet<string>
  isAllSelected: boolean
  errors: ReadonlyMap<number, Record<string, string>>
  refused: RefusedCells
  margin: (variant: ProductVariant, storeId: string) => Margin | undefined
  /** where a cell's value comes from, in words */
  origin: (variant: ProductVariant, column: GridColumn) => string | undefined
  onChange: (variants: ProductVariant[]) => void
  onToggle: (id: string, isRange?: boolean) => void
  onToggleAll: () => void
  grid: ReturnType<typeof useGrid>
  /** for the grid's keys, which are handled by the parent */
  ref: Ref<SheetHandle>
}

/** What the key handlers need from the rendered grid. */
export type SheetHandle = { reveal: (cell: Cell) => void; focus: () => void }

/** Up to 2,048 variants as a spreadsheet; only visible rows are rendered. */
export function VariantsGrid(props: VariantsGridProps): ReactNode {
  const { variants, rows, columns, images, selected, errors, margin, onChange, onToggle, grid } = props
  const box = useRef<HTMLDivElement>(null)
  const gridId = useId()
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is meant to be read on each rendering
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    scrollPaddingStart: HEAD,
    paddingStart: HEAD,
    overscan: 10,
  })
  function reveal({ row, col }: Cell): void {
    lines.scrollToIndex(row, { align: 'auto' })
    const element = box.current
    if (!element) return
    const left = columns.slice(0, col).reduce((sum, column) => sum + column.width, 0)
    const right = left + (columns[col]?.width ?? 0) + FIXED
    if (left < element.scrollLeft) element.scrollLeft = left
    else if (right > element.scrollLeft + element.clientWidth) element.scrollLeft = right - element.clientWidth
  }
  const focus = (): void => box.current?.focus({ preventScroll: true })
  useImperativeHandle(props.ref, () => ({ reveal, focus }))
  const handlers = useHandlers({ grid, variants, onChange, onToggle, focus })
  const width = FIXED + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label="变体"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={rows.length > 0 ? `${gridId}-${grid.active.row}-${grid.active.col}` : undefined}
      className={styles.grid}
      style={{ maxHeight: rows.length * ROW + HEAD + EDGE }}
      onKeyDown={grid.onKeyDown}
      onPaste={grid.onPaste}
      onCopy={grid.onCopy}
    >
      <div style={{ width, minWidth: '100%', height: lines.getTotalSize(), position: 'relative' }}>
        <GridHead {...props} />
        {lines.getVirtualItems().map((line) => {
          const row = rows[line.index]!
          const isActive = line.index === grid.active.row
          return (
            <GridLine
              key={row.variant.id}
              gridId={gridId}
              variant={row.variant}
              columns={columns}
              row={line.index}
              top={line.start}
              activeCol={isActive ? grid.active.col : -1}
              editing={isActive ? grid.editing : undefined}
              errors={errors.get(row.index)}
              refused={props.refused}
              isSelected={selected.has(row.variant.id)}
              images={images}
              margin={margin}
              origin={props.origin}
              handlers={handlers}
            />
          )
        })}
      </div>
    </div>
  )
}

type HandlerDeps = Pick<VariantsGridProps, 'variants' | 'onChange' | 'onToggle'> & {
  grid: ReturnType<typeof useGrid>
  focus: () => void
}

/** Handlers that keep their identity, so that unchanged rows are not rendered again. */
function useHandlers(deps: HandlerDeps): RowHandlers {
  const latest = useRef(deps)
  useEffect(() => {
    latest.current = deps
  })
  return useMemo(
    () => ({
      go(row, col) {
        latest.current.grid.leave()
        latest.current.grid.go({ row, col })
        latest.current.focus()
      },
      begin: () => latest.current.grid.begin(),
      type: (text) => latest.current.grid.type(text),
      leave: () => latest.current.grid.leave(),
      toggle: (id, isRange) => latest.current.onToggle(id, isRange),
      picture(id, imageId) {
        const { variants, onChange } = latest.current
        onChange(variants.map((variant) => (variant.id === id ? { ...variant, imageId } : variant)))
      },
    }),
    [],
  )
}

function GridHead({ columns, rows, isAllSelected, selected, onToggleAll }: VariantsGridProps): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div className={styles.fixed} role="columnheader">
        <input
          type="checkbox"
          aria-label="选择全部变体"
          checked={isAllSelected && rows.length > 0}
          ref={(element) => {
            if (element) element.indeterminate = selected.size > 0 && !isAllSelected
          }}
          onChange={onToggleAll}
        />
        <span className={styles.name}>变体</span>
      </div>
      {columns.map((column, at) => (
        <div
          key={column.key}
          role="columnheader"
          className={styles.headCell}
          data-align={column.align}
          data-store={column.group !== undefined}
          style={{ width: column.width }}
          title={column.group === undefined ? column.title : `${column.group}：${column.title}`}
        >
          {column.group === undefined ? null : (
            <small style={{ width: nameWidth(columns, at) }}>{nameWidth(columns, at) > 0 ? column.group : ''}</small>
          )}
          {column.title}
        </div>
      ))}
    </div>
  )
}

/** Width of a store's name in pixels: it is written once, over all columns of the store; 0 for those after the first. */
function nameWidth(columns: readonly GridColumn[], at: number): number {
  const { storeId } = columns[at]!
  if (columns[at - 1]?.storeId === storeId) return 0
  return columns.filter((one) => one.storeId === storeId).reduce((sum, one) => sum + one.width, 0) - 2 * PADDING
}
