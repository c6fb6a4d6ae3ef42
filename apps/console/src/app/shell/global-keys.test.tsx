// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useKeys } from '../../lib/page-keys.ts'
import { useGlobalKeys } from './global-keys.ts'
import KeysHelp from './keys-help.tsx'

afterEach(cleanup)

let walked = 0
function Page(): ReactNode {
  const { isHelpOpen, setHelp } = useGlobalKeys()
  useKeys([{ key: 'j', label: '下一张订单', run: () => (walked += 1) }])
  return (
    <>
      <input type="checkbox" aria-label="选择 #1001" />
      <input type="search" aria-label="搜索" />
      {isHelpOpen ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </>
  )
}

test('after a row is ticked the keys of the page and ? go on; in a field they are typed', async () => {
  walked = 0
  render(<Page />)
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'j' })
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: '?' })
  expect([walked, screen.queryByText('快捷键')]).toEqual([0, null])
  const box = screen.getByRole('checkbox')
  fireEvent.click(box)
  fireEvent.keyDown(box, { key: 'j' })
  expect(walked).toBe(1)
  fireEvent.keyDown(box, { key: '?' })
  expect((await screen.findByRole('dialog', { name: '快捷键' })).textContent).toContain('下一张订单')
})
