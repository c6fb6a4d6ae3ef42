import { LockOutlined } from '@ant-design/icons'
import type { ProductImage, ProductVariant } from '@huoqiao/contract/products/products.schema'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { memo, useState } from 'react'
import { firstFocus } from '../../../../ui/first-focus.ts'
import { formatPercent } from '../../../../lib/format.ts'
import { Picture } from '../../../../ui/picture.tsx'
import type { GridColumn } from './grid-columns.ts'
import styles from './grid.module.css'
import type { Margin } from './margin.rules.ts'
import type { RefusedCells } from './refused-cells.ts'
import { cellKey } from './refused-cells.ts'
import { variantName } from '../draft/stale.rules.ts'
import type { Editing } from './use-grid.ts'

export type RowHandlers = {
  go: (row: number, col: number) => void
  begin: () => void
  type: (text: string) => void
  leave: () => void
  toggle: (id: string, isRange: boolean) => void
  picture: (id: string, imageId: string | null) => void
}

type GridLineProps = {
  gridId: string
  variant: ProductVariant
  columns: readonly GridColumn[]
  row: number
  top: number
  /** -1: the active cell is elsewhere */
  activeCol: number
  editing: Editing | undefined
  errors: Readonly<Record<string, string>> | undefined
  refused: RefusedCells
  isSelected: boolean
  images: readonly ProductImage[]
  margin: (variant: ProductVariant, storeId: string) => Margin | undefined
  origin: (variant: ProductVariant, column: GridColumn) => string | undefined
  handlers: RowHandlers
}

/** One variant as a row of cells. */
export const GridLine = memo(function GridLine(props: GridLineProps): ReactNode {
  const { gridId, variant, columns, row, top, activeCol, editing, errors, isSelected, images, margin, handlers } = props
  const name = variantName(variant)
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      data-selected={isSelected}
      data-dropped={variant.dropped}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={styles.fixed} role="rowheader">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`选择 ${name}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => handlers.toggle(variant.id, event.shiftKey)}
        />
        <VariantPicture variant={variant} images={images} onPick={(id) => handlers.picture(variant.id, id)} />
        <span
          className={styles.name}
          title={errors?.['optionValues'] ?? name}
          data-wrong={errors?.['optionValues'] !== undefined}
        >
          {name}
        </span>
      </div>
      {columns.map((column, col) => {
        const isActive = col === activeCol
        const kept = props.refused.get(cellKey(variant.id, column.key))
        const wrong = (isActive ? editing?.wrong : undefined) ?? kept?.wrong ?? errors?.[column.field]
        return (
          <div
            key={column.key}
            id={`${gridId}-${row}-${col}`}
            role="gridcell"
            aria-colindex={col + 2}
            aria-selected={isActive}
            className={styles.cell}
            data-active={isActive}
            data-align={column.align}
            data-wrong={wrong !== undefined}
            aria-invalid={wrong !== undefined}
            title={wrong ?? props.origin(variant, column)}
            style={{ width: column.width }}
            onMouseDown={(event) => {
              if (isActive && editing) return
              event.preventDefault()
              handlers.go(row, col)
            }}
            onDoubleClick={handlers.begin}
          >
            {isActive && editing ? (
              <input
                className={styles.input}
                aria-label={`${name} 的${column.title}`}
                ref={firstFocus}
                value={editing.text}
                inputMode={column.kind === 'number' ? 'decimal' : 'text'}
                onChange={(event) => handlers.type(event.target.value)}
                onBlur={handlers.leave}
              />
            ) : kept ? (
              kept.text
            ) : (
              <CellText variant={variant} column={column} margin={margin} />
            )}
          </div>
        )
      })}
    </div>
  )
})

type CellTextProps = Pick<GridLineProps, 'variant' | 'margin'> & { column: GridColumn }

function CellText({ variant, column, margin }: CellTextProps): ReactNode {
  if (column.kind === 'margin') {
    const found = margin(variant, column.storeId!)
    return (
      <span
        className={styles.margin}
        data-hue={found?.hue}
        title={found?.hue === 'loss' ? '价格低于成本加运费' : undefined}
      >
        {found ? formatPercent(found.percent) : '–'}
      </span>
    )
  }
  const text = column.read(variant)
  if (column.kind === 'flag')
    return <span className={styles.flag} role="img" aria-label={text === '' ? '否' : '是'} data-yes={text !== ''} />
  if (!column.key.startsWith('price:')) return text
  const price = variant.prices.find((one) => one.storeId === column.storeId)
  if (!price) return <span className={styles.none}>缺</span>
  return (
    <>
      {price.origin === 'manual' ? <LockOutlined className={styles.lock} aria-label="人工定价，规则不会改它" /> : null}
      {text}
    </>
  )
}

type VariantPictureProps = {
  variant: ProductVariant
  images: readonly ProductImage[]
  onPick: (imageId: string | null) => void
}

function VariantPicture({ variant, images, onPick }: VariantPictureProps): ReactNode {
  const [isOpen, open] = useState(false)
  const image = images.find((one) => one.id === variant.imageId)
  return (
    <Popover
      trigger="click"
      placement="right"
      open={isOpen}
      onOpenChange={open}
      content={
        isOpen ? (
          <div className={styles.pictures}>
            {images.map((one) => (
              <button
                key={one.id}
                type="button"
                aria-label={one.alt || '用这张图'}
                aria-pressed={one.id === variant.imageId}
                onClick={() => {
                  onPick(one.id === variant.imageId ? null : one.id)
                  open(false)
                }}
              >
                <Picture src={one.url} alt="" size={52} />
              </button>
            ))}
          </div>
        ) : null
      }
    >
      <button type="button" tabIndex={-1} className={styles.picture} aria-label="选变体图片" title="选变体图片">
        {image ? <Picture src={image.url} alt="" size={24} /> : <span className={styles.noPicture}>＋</span>}
      </button>
    </Popover>
  )
}
