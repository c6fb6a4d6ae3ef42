import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from '../../../../lib/client.ts'
import type { GridColumn } from './grid-columns.ts'
import { isWrong, pastedCells } from './grid-columns.ts'
import type { Cell, GridRow } from './grid.rules.ts'
import { refusedCell, writeCells } from './grid.rules.ts'
import type { RefusedCell, RefusedCells } from './refused-cells.ts'
import { cellKey } from './refused-cells.ts'

type GridDeps = {
  variants: readonly ProductVariant[]
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  selected: ReadonlySet<string>
  onChange: (variants: ProductVariant[]) => void
  onToggle: (id: string) => void
  /** texts that cells refused; the cells show and keep them */
  refused: RefusedCells
  onCells: (refused: readonly RefusedCell[], taken: readonly string[]) => void
  /** scrolls the cell into view */
  reveal: (cell: Cell) => void
  /** returns the focus to the grid when an input is done */
  focus: () => void
}

export type Editing = { text: string; wrong?: string }

/** How many rows a page key moves: about as many as the grid shows beside the options. */
const PAGE_ROWS = 12

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

/**
 * The active cell, as in a spreadsheet: arrows, Tab and Enter move; typing, F2 or Enter edits; Delete empties; Ctrl+D fills down; copy and
 * paste work on whole columns.
 */
export function useGrid(deps: GridDeps) {
  const { variants, rows, columns, selected, onChange, onToggle, refused, onCells, reveal, focus } = deps
  const [active, setActive] = useState<Cell>({ row: 0, col: 0 })
  const [editing, setEditing] = useState<Editing>()
  /** the input was closed by a key: its blur event must be ignored */
  const isClosed = useRef(false)
  const at: Cell = { row: within(active.row, rows.length), col: within(active.col, columns.length) }
  const column = columns[at.col]
  const row = rows[at.row]

  function go(cell: Cell): void {
    const next = { row: within(cell.row, rows.length), col: within(cell.col, columns.length) }
    setActive(next)
    setEditing(undefined)
    reveal(next)
  }
  const step = (down: number, right: number): void => go({ row: at.row + down, col: at.col + right })

  /** `keeps`: a refused text stays in the cell and is marked; otherwise the cell keeps its value. */
  function apply(
    cells: readonly { index: number; column: GridColumn; text: string }[],
    word: string,
    keeps = false,
  ): void {
    const written = writeCells(variants, cells)
    if (written.done > 0) onChange(written.variants)
    onCells(keeps ? written.refused : [], written.taken)
    const [first] = written.refused
    if (first !== undefined)
      toast.notify('error', `${written.refused.length} 格没有${word}`, `${first.name}：${first.wrong}`)
  }

  /** Returns whether the typed text was accepted. */
  function commit(): boolean {
    if (!editing || !row || !column) return true
    const after = column.write(row.variant, editing.text)
    if (isWrong(after)) {
      setEditing({ ...editing, wrong: after.wrong })
      return false
    }
    if (after !== row.variant) onChange(variants.with(row.index, after))
    onCells([], [cellKey(row.variant.id, column.key)])
    setEditing(undefined)
    return true
  }

  function begin(text?: string): void {
    if (!row || !column || column.kind === 'margin') return
    if (column.kind === 'flag') {
      apply([{ index: row.index, column, text: column.read(row.variant) === '是' ? '' : '是' }], '改')
      return
    }
    isClosed.current = false
    const kept = refused.get(cellKey(row.variant.id, column.key))
    setEditing(
      text === undefined && kept ? { text: kept.text, wrong: kept.wrong } : { text: text ?? column.read(row.variant) },
    )
  }

  /** Copies the active cell's text into the selected rows, or into all rows below when none is selected. */
  function fillDown(): void {
    if (!row || !column || column.kind === 'margin') return
    const below = rows.slice(at.row + 1)
    const targets = selected.size > 0 ? rows.filter(({ variant }) => selected.has(variant.id)) : below
    const text = column.read(row.variant)
    apply(
      targets.map(({ index }) => ({ index, column, text })),
      '填',
    )
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (editing) return keyWhileEditing(event)
    const run = walkKey(event) ?? writeKey(event)
    if (!run) return
    event.preventDefault()
    run()
  }

  function walkKey(event: KeyboardEvent): (() => void) | undefined {
    const walk: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageDown: [PAGE_ROWS, 0],
      PageUp: [-PAGE_ROWS, 0],
      Home: [0, -columns.length],
      End: [0, columns.length],
    }
    const by = walk[event.key]
    if (by) return () => step(...by)
    if (event.key !== 'Tab') return undefined
    // At either end Tab leaves the grid.
    const right = event.shiftKey ? -1 : 1
    return columns[at.col + right] ? () => step(0, right) : undefined
  }

  function writeKey(event: KeyboardEvent): (() => void) | undefined {
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand) return event.key.toLowerCase() === 'd' ? fillDown : undefined
    if (event.altKey || event.nativeEvent.isComposing) return undefined
    if (event.key === ' ' && event.shiftKey) return () => row && onToggle(row.variant.id)
    if (event.key === 'Enter' || event.key === 'F2') return () => begin()
    if (event.key === 'Delete' || event.key === 'Backspace')
      return () => row && column && apply([{ index: row.index, column, text: '' }], '清')
    if (event.key === ' ' && column?.kind === 'flag') return () => begin()
    return event.key.length === 1 ? () => begin(event.key) : undefined
  }

  function keyWhileEditing(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      // Saving must include the text being typed: the page's own key handler, which runs after this one, must find it in the form.
      flushSync(leave)
      isClosed.current = true
      return focus()
    }
    const after: Readonly<Record<string, readonly [number, number]>> = {
      Enter: [event.shiftKey ? -1 : 1, 0],
      Tab: [0, event.shiftKey ? -1 : 1],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
    }
    const by = after[event.key]
    if (event.key !== 'Escape' && by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (by !== undefined && !commit()) return
    isClosed.current = true
    if (by === undefined) setEditing(undefined)
    else step(...by)
    focus()
  }

  /** The input lost the focus: a valid text is accepted, an invalid one stays in the cell, marked. */
  function leave(): void {
    if (!editing || isClosed.current || !row || !column) return
    const after = column.write(row.variant, editing.text)
    if (!isWrong(after)) return void commit()
    onCells([refusedCell(row.variant, column, editing.text, after.wrong)], [])
    setEditing(undefined)
  }

  function onPaste(event: ClipboardEvent): void {
    if (editing || !row) return
    event.preventDefault()
    const lines = pastedCells(event.clipboardData.getData('text/plain'))
    const cells = lines.flatMap((line, down) =>
      line.flatMap((text, right) => {
        const target = rows[at.row + down]
        const into = columns[at.col + right]
        return target && into && into.kind !== 'margin' ? [{ index: target.index, column: into, text }] : []
      }),
    )
    apply(cells, '贴上', true)
  }

  function onCopy(event: ClipboardEvent): void {
    if (editing || !row || !column) return
    event.preventDefault()
    const copied = selected.size > 0 ? rows.filter(({ variant }) => selected.has(variant.id)) : [row]
    event.clipboardData.setData('text/plain', copied.map(({ variant }) => column.read(variant)).join('\n'))
  }

  return {
    active: at,
    editing,
    go,
    begin,
    fillDown,
    apply,
    type: (text: string) => setEditing({ text }),
    leave,
    onKeyDown,
    onPaste,
    onCopy,
  }
}
