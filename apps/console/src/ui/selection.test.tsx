// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSelection } from './selection.ts'

afterEach(cleanup)

const keyOf = (row: { id: string }): string => row.id
const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }))

describe('a selection', () => {
  it('counts what the page shows, and removes a row that leaves it', () => {
    const { result, rerender } = renderHook(({ rows }) => useSelection(rows, keyOf), {
      initialProps: { rows: rowsOf('a', 'b', 'c') },
    })
    act(() => result.current.toggleAll())
    expect(result.current.rows.map(keyOf)).toEqual(['a', 'b', 'c'])
    rerender({ rows: rowsOf('b', 'd') })
    expect(result.current.rows.map(keyOf)).toEqual(['b'])
    expect(result.current.isAll).toBe(false)
  })

  it('extends beyond the page when there are more rows, while the checkbox in the header is for the page', () => {
    const { result, rerender } = renderHook(({ rows, all }) => useSelection(rows, keyOf, all), {
      initialProps: { rows: rowsOf('a', 'b'), all: rowsOf('a', 'b', 'c', 'd') },
    })
    act(() => result.current.choose(['a', 'b', 'c', 'd']))
    expect(result.current.rows).toHaveLength(4)
    rerender({ rows: rowsOf('c', 'd'), all: rowsOf('a', 'b', 'c', 'd') })
    expect(result.current.isAll).toBe(true)
    act(() => result.current.toggle('d'))
    expect(result.current.rows.map(keyOf)).toEqual(['a', 'b', 'c'])
    expect(result.current.isAll).toBe(false)
    // Handled rows leave the list, and with it the selection.
    rerender({ rows: rowsOf('c', 'd'), all: rowsOf('c', 'd') })
    expect(result.current.rows.map(keyOf)).toEqual(['c'])
  })
})
