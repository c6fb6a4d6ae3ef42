// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StateTabs } from './state-tabs.tsx'

let width = 0
/** of all observers, those of the menu too */
let callbacks: ((entries: readonly object[]) => void)[] = []
const layOut = (): void => callbacks.forEach((run) => run([]))
beforeEach(() => {
  callbacks = []
  class Observer {
    constructor(run: (entries: readonly object[]) => void) {
      callbacks.push(run)
    }
    observe = (): void => layOut()
    disconnect = (): void => undefined
    unobserve = (): void => undefined
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const TABS = [
  { key: 'all', label: '全部', count: 120 },
  { key: 'to-place', label: '待下单', count: 7, hue: 'attention' as const },
  { key: 'placing', label: '下单中', count: 0 },
  { key: 'unknown', label: '结果未知', count: 3, hue: 'failed' as const },
  { key: 'cancelled', label: '已取消', count: 0 },
]
const shown = (): string[] =>
  within(screen.getByRole('tablist', { name: '状态' }))
    .getAllByRole('tab')
    .map((one) => one.textContent)

it('shows every state where there is room, and folds the empty ones first where there is none', () => {
  width = 1_000
  render(<StateTabs tabs={TABS} tab="all" onTab={undefined} />)
  expect(shown()).toHaveLength(5)
  width = 450
  act(() => layOut())
  expect(shown()).toEqual(['全部120', '待下单7', '结果未知3'])
  expect(screen.getByRole('button', { name: /其余状态/ }).textContent).toBe('其余状态0')
})

it('keeps the selected state in the row, and counts and opens the folded ones from the menu', async () => {
  width = 410
  const chosen: string[] = []
  const { rerender } = render(<StateTabs tabs={TABS} tab="placing" onTab={(key) => chosen.push(key)} />)
  expect(shown()).toEqual(['全部120', '待下单7', '下单中0'])
  const more = screen.getByRole('button', { name: /其余状态/ })
  expect([more.textContent, more.dataset['hue']]).toEqual(['其余状态3', 'failed'])
  fireEvent.click(more)
  fireEvent.click(await screen.findByRole('menuitem', { name: /结果未知/ }))
  expect(chosen).toEqual(['unknown'])
  rerender(<StateTabs tabs={TABS} tab="unknown" onTab={(key) => chosen.push(key)} />)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('结果未知3')
})
