// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSidebarCollapse } from './sidebar-collapse.ts'

let resized: () => void
class Observer {
  constructor(heard: () => void) {
    resized = heard
  }
  observe(): void {}
  disconnect(): void {}
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', Observer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a second narrowing collapses the sidebar again: crossing 992 px upwards forgets that it was opened by hand', () => {
  const frame = { clientWidth: 1440 }
  const { result } = renderHook(() => useSidebarCollapse(frame as HTMLDivElement))
  const widen = (width: number): void => {
    frame.clientWidth = width
    act(() => {
      resized()
      vi.advanceTimersByTime(2_000)
    })
  }
  widen(993)
  expect(result.current.isCollapsed).toBe(false)
  widen(992)
  expect(result.current.isCollapsed).toBe(true)
  act(() => result.current.toggle())
  expect(result.current.isCollapsed).toBe(false)
  widen(900)
  expect(result.current.isCollapsed).toBe(false)
  widen(1200)
  widen(992)
  expect(result.current.isCollapsed).toBe(true)
})
