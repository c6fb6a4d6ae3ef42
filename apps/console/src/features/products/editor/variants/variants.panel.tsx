import type { Product, ProductVariant } from '@huoqiao/contract/products/products.schema'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useQueryPriceRules } from '../../../../pickers/price-rule-picker.tsx'
import { useGetAllShopifyStores } from '../../../../pickers/store-picker.tsx'
import { useSelection } from '../../../../ui/selection.ts'
import { cellOrigins } from './cell-origin.ts'
import type { GridColumn, GridStore } from './grid-columns.ts'
import { gridColumns, priceByRule } from './grid-columns.ts'
import type { GridFilter, GridRow } from './grid.rules.ts'
import { cellKey } from './refused-cells.ts'
import { bulkText, errorsByRow, GRID_FILTERS, rowsOf } from './grid.rules.ts'
import styles from './grid.module.css'
import type { Margin } from './margin.rules.ts'
import { marginOf } from './margin.rules.ts'
import { OptionsPanel } from '../options/options.panel.tsx'
import type { Editor } from '../use-edit-product.ts'
import { useGrid } from './use-grid.ts'
import type { SheetHandle } from './variants-grid.tsx'
import { VariantsGrid } from './variants-grid.tsx'

const keyOf = (row: GridRow): string => row.variant.id

/** Options above, the variants as a spreadsheet below. */
export default function VariantsPanel({ editor, product }: { editor: Editor; product: Product }): ReactNode {
  const { form, errors, change, refusedCells } = editor
  const { gridStores, margin } = useGridStores(product, form.variants)
  const columns = useMemo(() => gridColumns(gridStores), [gridStores])
  const [filter, setFilter] = useState<GridFilter>('all')
  const [text, setText] = useState('')
  const wrong = useMemo(() => errorsByRow(errors), [errors])
  const refused = useMemo(
    () => new Map(refusedCells.map((cell) => [cellKey(cell.variantId, cell.columnKey), cell])),
    [refusedCells],
  )
  const rows = useMemo(
    () =>
      rowsOf(form.variants, {
        filter,
        text,
        margin,
        storeIds: gridStores.map(({ id }) => id),
        wrongRows: new Set([
          ...wrong.keys(),
          ...refusedCells.map((cell) => form.variants.findIndex(({ id }) => id === cell.variantId)),
        ]),
      }),
    [form.variants, filter, text, margin, gridStores, wrong, refusedCells],
  )
  const selection = useSelection(rows, keyOf)
  const setVariants = useCallback((variants: ProductVariant[]) => change({ variants }), [change])
  const sheet = useRef<SheetHandle>(null)
  const grid = useGrid({
    variants: form.variants,
    rows,
    columns,
    selected: selection.keys,
    onChange: setVariants,
    onToggle: selection.toggle,
    refused,
    onCells: editor.noteCells,
    reveal: (cell) => sheet.current?.reveal(cell),
    focus: () => sheet.current?.focus(),
  })
  const origin = useMemo(() => cellOrigins(product), [product])
  const active = { row: rows[grid.active.row], column: columns[grid.active.col] }
  const reported = active.row && active.column ? origin(active.row.variant, active.column) : undefined
  const byRule = (ids: ReadonlySet<string>): void =>
    setVariants(
      form.variants.map((variant) =>
        ids.has(variant.id) ? gridStores.reduce((one, store) => priceByRule(one, store.id), variant) : variant,
      ),
    )
  return (
    <div className={styles.stack}>
      <OptionsPanel editor={editor} />
      {errors['variants'] ? <p className={styles.wrongs}>{errors['variants']}</p> : null}
      <GridToolbar
        grid={grid}
        rows={rows}
        total={form.variants.length}
        chosen={selection.rows}
        columns={columns}
        filter={{ filter, setFilter, text, setText }}
        onClear={selection.clear}
        onRule={byRule}
      />
      <p className={styles.keys} role="note" aria-label="当前格的来源">
        {active.row && active.column
          ? `${active.column.group === undefined ? '' : `${active.column.group} · `}${active.column.title}：${reported ?? '没有记下来源'}`
          : ''}
      </p>
      <VariantsGrid
        ref={sheet}
        grid={grid}
        variants={form.variants}
        rows={rows}
        columns={columns}
        images={form.images}
        selected={selection.keys}
        isAllSelected={selection.isAll}
        errors={wrong}
        refused={refused}
        margin={margin}
        origin={origin}
        onChange={setVariants}
        onToggle={selection.toggle}
        onToggleAll={selection.toggleAll}
      />
      <p className={styles.keys}>
        方向键和 Tab 移动，直接输入或回车编辑，Ctrl+D 向下填充，可以从电子表格复制整列粘贴进来；重量可写 0.5kg。
      </p>
    </div>
  )
}

/** The stores that prices are set for, and a function for the margin under each store's rule. */
function useGridStores(
  product: Product,
  variants: readonly ProductVariant[],
): { gridStores: GridStore[]; margin: (variant: ProductVariant, storeId: string) => Margin | undefined } {
  const { stores } = useGetAllShopifyStores()
  const { rules } = useQueryPriceRules()
  const { listings } = product
  const gridStores = useMemo(() => {
    const currencyOf = (storeId: string): string =>
      stores?.find((store) => store.id === storeId)?.currency ??
      variants.flatMap((variant) => variant.prices).find((price) => price.storeId === storeId)?.currency ??
      'USD'
    return listings.map(({ storeId, storeName }) => ({ id: storeId, name: storeName, currency: currencyOf(storeId) }))
    // The currency of a store does not change while its variants are edited.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stores, listings])
  const margin = useCallback(
    (variant: ProductVariant, storeId: string) => {
      const price = variant.prices.find((one) => one.storeId === storeId)
      const ruleId = stores?.find((store) => store.id === storeId)?.priceRuleId
      const rule = rules?.find((one) => one.id === ruleId)
      return price && rule && rule.currency === price.currency ? marginOf(variant, price.minor, rule) : undefined
    },
    [stores, rules],
  )
  return { gridStores, margin }
}

type GridToolbarProps = {
  grid: ReturnType<typeof useGrid>
  rows: readonly GridRow[]
  total: number
  chosen: readonly GridRow[]
  columns: readonly GridColumn[]
  filter: { filter: GridFilter; setFilter: (filter: GridFilter) => void; text: string; setText: (text: string) => void }
  onClear: () => void
  onRule: (ids: ReadonlySet<string>) => void
}

function GridToolbar(props: GridToolbarProps): ReactNode {
  const { grid, rows, total, chosen, columns, filter, onClear, onRule } = props
  const writable = columns.filter((column) => column.kind !== 'margin')
  const [key, setKey] = useState(writable[0]?.key ?? '')
  const [typed, setTyped] = useState('')
  const column = writable.find((one) => one.key === key) ?? writable[0]
  const targets = chosen.length > 0 ? chosen : rows
  function set(): void {
    if (!column) return
    grid.apply(
      targets.map(({ variant, index }) => ({ index, column, text: bulkText(column, variant, typed) })),
      '设',
    )
  }
  return (
    <div className={styles.toolbar} data-chosen={chosen.length > 0}>
      <Input
        allowClear
        aria-label="找变体"
        placeholder="找变体、SKU"
        style={{ width: 140 }}
        value={filter.text}
        onChange={(event) => filter.setText(event.target.value)}
      />
      <Select
        aria-label="只看"
        style={{ width: 104 }}
        value={filter.filter}
        options={[...GRID_FILTERS]}
        onChange={filter.setFilter}
      />
      <span>
        {chosen.length > 0
          ? `已选 ${chosen.length} 行`
          : rows.length === total
            ? `${total} 行`
            : `${rows.length} / ${total} 行`}
      </span>
      <span className={styles.set}>
        {chosen.length > 0 ? '所选行' : '全部行'}的
        <Select
          aria-label="要设的列"
          style={{ width: 168 }}
          value={column?.key}
          options={writable.map((one) => ({
            value: one.key,
            label: one.group === undefined ? one.title : `${one.group} · ${one.title}`,
          }))}
          onChange={setKey}
        />
        设为
        <Input
          aria-label="设为"
          style={{ width: 96 }}
          placeholder={column?.kind === 'flag' ? '是 / 空' : column?.kind === 'number' ? '12.5 或 +10%' : ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={set}
        />
        <Button onClick={set}>设</Button>
      </span>
      <Button title="把当前格的值填到所选行，没选行就填到下面所有行（Ctrl+D）" onClick={grid.fillDown}>
        向下填充
      </Button>
      <Button
        title="人工价格交还给店铺的定价规则，保存时重算"
        onClick={() => onRule(new Set(targets.map(({ variant }) => variant.id)))}
      >
        价格按规则
      </Button>
      {chosen.length > 0 ? (
        <Button type="text" onClick={onClear}>
          取消选择
        </Button>
      ) : null}
    </div>
  )
}
