// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { formatTime } from '../lib/format.ts'
import { MoneyRange, MoneyText } from './money-text.tsx'
import { RelativeTime } from './relative-time.tsx'

afterEach(cleanup)
const MINUTE = 60_000

test('"Date-time display format is YYYY-MM-DD HH:mm:ss": the full time is shown, and how long ago only beside it', () => {
  // The shared clock may be up to 30 s old if an earlier test of this process started it, so the age is not close to a full minute.
  const at = Date.now() - 5.75 * MINUTE
  render(
    <>
      <p data-testid="alone">
        <RelativeTime at={at} says="更新于" />
      </p>
      <p data-testid="beside">
        <RelativeTime at={at} ago />
      </p>
      <p data-testid="old">
        <RelativeTime at={0} ago />
      </p>
    </>,
  )
  expect(screen.getByTestId('alone').textContent).toBe(formatTime(at))
  expect(screen.getByTitle(`更新于 ${formatTime(at)} （5分钟前）`)).not.toBeNull()
  expect(screen.getByTestId('beside').textContent).toBe(`${formatTime(at)}5分钟前`)
  expect(screen.getByTestId('old').textContent).toBe('1970-01-01 08:00:00')
})

test('"an empty value shows blank": a missing amount, alone or in a range', () => {
  const { container } = render(
    <>
      <MoneyText amount={null} />
      <MoneyRange min={null} max={null} />
    </>,
  )
  expect(container.textContent).toBe('')
})
