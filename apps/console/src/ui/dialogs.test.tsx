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

test('a question that is sent keeps its text until the sending closes it', async () => {
  const answer = vi.fn<(value: string | boolean | undefined) => void>()
  let isDown = true
  const sent: string[] = []
  async function submit(text: string, close: () => void): Promise<void> {
    sent.push(text)
    if (!isDown) close()
  }
  render(<DialogWindow question={{ kind: 'text', id: 1, title: '原因', submit, answer }} />)
  type('缺货')
  await soon(() => expect(sent).toEqual(['缺货']))
  await soon(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
  expect([answer.mock.calls, screen.getByRole<HTMLInputElement>('textbox').value]).toEqual([[], '缺货'])
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
  await soon(() => expect(answer).toHaveBeenCalledExactlyOnceWith('缺货'))
})

test('neither a click beside a question nor Escape loses what was typed', () => {
  const answer = vi.fn<(value: string | boolean | undefined) => void>()
  render(<DialogWindow question={{ kind: 'text', id: 1, title: '原因', answer }} />)
  const leave = (): void => {
    fireEvent.click(document.querySelector('.ant-modal-wrap')!)
    fireEvent.keyDown(window, { key: 'Escape' })
  }
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '缺货' } })
  leave()
  expect(answer).not.toHaveBeenCalled()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '' } })
  leave()
  expect(answer).toHaveBeenCalledWith(undefined)
})

const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })

test('a text that a call sends is asked with `submit`, so that a failure does not lose it', () => {
  const asking = Object.entries(SOURCES).filter(([path, text]) => !path.includes('.test.') && /\baskText\(/.test(text))
  expect(asking.length).toBeGreaterThan(10)
  const closesFirst = asking.filter(([, text]) => /= await askText\(/.test(text)).map(([path]) => path)
  // The name of a view is stored in the browser, so no failing call can lose it.
  expect(closesFirst).toEqual(['./saved-views.tsx'])
})
