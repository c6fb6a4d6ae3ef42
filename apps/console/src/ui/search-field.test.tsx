// @vitest-environment happy-dom
import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

let searched: string[]
beforeEach(() => {
  searched = []
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A list whose address takes over the searched text only when a button is clicked. */
function List(): ReactNode {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchField value={value} onSearch={(text) => void searched.push(text)} placeholder="商品标题" />
      <button onClick={() => setValue(searched.at(-1)!)}>地址变了</button>
      <button onClick={() => setValue('')}>重置</button>
    </>
  )
}
const field = (): HTMLInputElement => screen.getByLabelText('商品标题')
const type = (value: string): boolean => fireEvent.change(field(), { target: { value } })
const press = (name: string): boolean => fireEvent.click(screen.getByText(name))
const pause = (): void => act(() => void vi.advanceTimersByTime(DEBOUNCE_MS * 2))

it('a space at the end of what was searched stays, for the word that follows', () => {
  render(<List />)
  type('LED ')
  pause()
  press('地址变了')
  expect(field().value).toBe('LED ')
  pause()
  type('LED lamp')
  pause()
  expect(searched).toEqual(['LED', 'LED lamp'])
})

it('what is typed before the address follows stays, and is searched next; a reset replaces it', () => {
  render(<List />)
  type('LED')
  pause()
  type('LEDs')
  press('地址变了')
  expect(field().value).toBe('LEDs')
  pause()
  press('地址变了')
  expect(searched).toEqual(['LED', 'LEDs'])
  press('重置')
  expect(field().value).toBe('')
})

it('the letters of an input method are not searched', () => {
  render(<List />)
  fireEvent.compositionStart(field())
  type('dengju')
  pause()
  expect(searched).toEqual([])
  type('灯具')
  fireEvent.compositionEnd(field())
  pause()
  expect(searched).toEqual(['灯具'])
})
