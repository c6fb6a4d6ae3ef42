import type { KeyboardEvent, PointerEvent, ReactNode, ThHTMLAttributes } from 'react'
import { useRef } from 'react'
import styles from './table-view.module.css'

export type HeadCellProps = {
  title: string
  isLast: boolean
  /** pixels; undefined: what the other columns leave */
  width: number | undefined
  /** undefined: the default width */
  onWidth: (width: number | undefined) => void
}

/** By how many pixels one press of an arrow key moves the edge. */
const STEP = 16

type CellProps = ThHTMLAttributes<HTMLTableCellElement> & Partial<HeadCellProps>

/** A column heading whose right edge can be dragged; Ant Design uses it for every column, also for its own selection column. */
export function HeadCell({ title, isLast, width, onWidth, children, ...cell }: CellProps): ReactNode {
  const head = useRef<HTMLTableCellElement>(null)
  if (!onWidth || isLast) return <th {...cell}>{children}</th>
  const widthNow = (): number => head.current?.getBoundingClientRect().width ?? 0

  function drag(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault()
    event.stopPropagation()
    const edge = event.currentTarget
    const from = { x: event.clientX, width: widthNow() }
    edge.setPointerCapture(event.pointerId)
    edge.dataset['dragging'] = 'true'
    const move = (to: globalThis.PointerEvent): void => {
      edge.style.transform = `translateX(${to.clientX - from.x}px)`
    }
    const drop = (to: globalThis.PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', drop)
      edge.style.transform = ''
      delete edge.dataset['dragging']
      if (Math.abs(to.clientX - from.x) > 2) onWidth!(from.width + to.clientX - from.x)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', drop)
  }
  function step(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
    if (by === 0) return
    event.preventDefault()
    onWidth!(widthNow() + by)
  }
  return (
    <th {...cell} ref={head}>
      {children}
      <span
        className={styles.edge}
        role="separator"
        aria-orientation="vertical"
        aria-label={`${title}的列宽`}
        aria-valuenow={width ?? 0}
        aria-valuetext={width === undefined ? '自动' : `${width} 像素`}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={step}
        onDoubleClick={() => onWidth(undefined)}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  )
}
