// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useAddressParams } from './address-params.ts'

afterEach(cleanup)

it('keeps a change of the address that is not rendered yet when the next one is made', () => {
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

it('does not navigate back to a page that was left before its answer arrived', () => {
  let late: ReturnType<typeof useAddressParams>[1] | undefined
  let leave: ReturnType<typeof useNavigate> | undefined
  let shown = ''
  function Page() {
    const [, set] = useAddressParams()
    late = set
    return null
  }
  function Shell() {
    leave = useNavigate()
    const { pathname, search } = useLocation()
    shown = pathname + search
    return (
      <Routes>
        <Route path="/list" element={<Page />} />
        <Route path="/other" element={null} />
      </Routes>
    )
  }
  render(
    <MemoryRouter initialEntries={['/list?edit=new']}>
      <Shell />
    </MemoryRouter>,
  )
  act(() => void leave?.('/other'))
  act(() => late?.(() => new URLSearchParams({ edit: 'made' })))
  expect(shown).toBe('/other')
})
