// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../lib/client.ts'
import { RecordDrawer } from './record-drawer.tsx'

afterEach(() => {
  cleanup()
  for (const one of toast.get()) toast.close(one.id)
})
const soon = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })

type Values = { name: string; code: string }
const save = vi.fn<() => never>()
const open = (): void =>
  void render(
    <RecordDrawer<{ id: string; version: number; name: string }, Values>
      noun="角色"
      draftKey="role"
      row={undefined}
      valuesOf={() => ({ name: 'x', code: '' })}
      fields={[]}
      save={save}
      isSaving={false}
      isReadOnly={false}
      onClose={() => undefined}
    >
      {() => (
        <>
          <Form.Item name="name" label="名称" rules={[{ required: true, message: '名称没有填' }]}>
            <Input />
          </Form.Item>
          <Form.Item name="code" label="编码" rules={[{ required: true, message: '编码没有填' }]}>
            <Input />
          </Form.Item>
        </>
      )}
    </RecordDrawer>,
  )

test('"An error toast shows on the first failure": the first invalid field of a form, whose message is also shown beside it', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  await soon(() => expect(toast.get().map((one) => one.text)).toEqual(['编码没有填']))
  await soon(() => expect(screen.getByText('编码没有填')).toBeDefined())
  fireEvent.change(screen.getByLabelText('名称'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  await soon(() => expect(toast.get().map((one) => one.text)).toEqual(['编码没有填', '名称没有填']))
  expect(save).not.toHaveBeenCalled()
})
