// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useAddressParams } from './address-params.ts'

afterEach(cleanup)

it('keeps a change of the address that is not drawn yet when the next one comes', () => {
  let change: ReturnType<typeof useAddressParams>[1] | undefined
  let shown = ''
  function Page() {
    const [, set] = useAddressParams()
    change = set
    shown = useLocation().search
    return null
  }
  render(
    <MemoryRouter initialEntries={['/list?keyword=a']}>
      <Page />
    </MemoryRouter>,
  )
  const put = (key: string, value: string) => (now: URLSearchParams) => {
    now.set(key, value)
    return now
  }
  act(() => {
    change?.(put('filters', 'x'), { replace: true })
    change?.(put('sort', 'y'), { replace: true })
  })
  expect(shown).toBe('?keyword=a&filters=x&sort=y')
})
