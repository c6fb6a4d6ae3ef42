// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNow } from './use-now.ts'

afterEach(cleanup)

const MINUTE = 60_000

function Year(): ReactNode {
  return <p data-testid="year">{new Date(useNow(MINUTE)).getUTCFullYear()}</p>
}

test.each([2030, 2020])(
  'a view that is opened shows the time that it is, also when the clock was set from %i',
  (year) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(year, 5, 1) })
    try {
      render(<Year />)
      expect(screen.getByTestId('year').textContent).toBe(String(year))
      cleanup()
    } finally {
      vi.useRealTimers()
    }
    render(<Year />)
    expect(screen.getByTestId('year').textContent).toBe(String(new Date().getUTCFullYear()))
  },
)
