// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Button, ConfigProvider, Drawer, Form, Input, InputNumber, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { firstFocus } from './first-focus.ts'

afterEach(cleanup)

test.each(['modal', 'drawer'])(
  'a %s opens with the focus in its field for a person who wants no animations',
  async (kind) => {
    const field = <Input aria-label="运单号" ref={firstFocus} />
    render(
      <ConfigProvider theme={{ token: { motion: false } }}>
        {kind === 'modal' ? <Modal open>{field}</Modal> : <Drawer open>{field}</Drawer>}
      </ConfigProvider>,
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('运单号')))
  },
)

const FIELDS = { ref: firstFocus, 'aria-label': '第一项' }
test.each(
  Object.entries({
    input: <Input {...FIELDS} />,
    text: <Input.TextArea {...FIELDS} />,
    search: <Input.Search {...FIELDS} />,
    number: <InputNumber {...FIELDS} />,
    select: <Select {...FIELDS} />,
    button: <Button {...FIELDS} />,
  }),
)('the focus stays where a person puts it while the window is rendered again: %s', async (_kind, first) => {
  function Window(): ReactNode {
    const [typed, type] = useState('')
    return (
      <Modal open>
        <Form>
          <Form.Item name="first">{first}</Form.Item>
          <input aria-label="第二项" value={typed} onChange={(event) => type(event.target.value)} />
        </Form>
      </Modal>
    )
  }
  render(<Window />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('第一项')))
  const second = screen.getByLabelText<HTMLInputElement>('第二项')
  second.focus()
  for (const text of ['1', '12', '123']) {
    fireEvent.change(second, { target: { value: text } })
    await Promise.resolve()
    expect([second.value, document.activeElement]).toEqual([text, second])
  }
})
