// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../lib/client.ts'
import DialogWindow from './dialog-window.tsx'

afterEach(cleanup)

function type(text: string): void {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
}
const soon = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })

test('"Prompt dialogs support a pattern and a validator function"; the defaults are 该项为必填项 and 输入不规范', async () => {
  const answer = vi.fn<(value: string | boolean | undefined) => void>()
  const validator = (text: string): string | undefined => (text === 'taken' ? '已被使用' : undefined)
  render(<DialogWindow question={{ kind: 'text', id: 1, title: '原因', pattern: /^[a-z]+$/, validator, answer }} />)
  for (const [text, wrong] of [
    [' ', '该项为必填项'],
    ['123', '输入不规范'],
    ['taken', '已被使用'],
  ] as const) {
    type(text)
    await soon(() => expect(screen.getByRole('alert').textContent).toBe(wrong))
    expect(toast.get().map((one) => one.text)).toContain(wrong)
  }
  expect(answer).not.toHaveBeenCalled()
  type('free')
  await soon(() => expect(answer).toHaveBeenCalledWith('free'))
})

test('closing a question answers no', () => {
  const answer = vi.fn<(value: string | boolean | undefined) => void>()
  render(<DialogWindow question={{ kind: 'confirm', id: 1, title: '删除？', answer }} />)
  fireEvent.click(screen.getByRole('button', { name: /取\s*消/ }))
  expect(answer).toHaveBeenCalledExactlyOnceWith(false)
})
