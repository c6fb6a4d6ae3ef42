// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CountField, NumberField, within } from './count-field.tsx'

afterEach(cleanup)

/** The console's own field for numbers, and a parameter whose limits only the server knows. */
const MAY_USE_ANTD = ['../features/system-config/parameter.field.tsx', './count-field.tsx']
const SOURCES = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })
/** The opening tags of Ant Design's number fields; the > of an arrow function does not end a tag. */
const NUMBERS = /<InputNumber\b(?:[^>]|=>|<number>)*>/g

test('no field of the console replaces a typed number by the nearest allowed one', () => {
  const found = Object.entries(SOURCES)
    .filter(([path]) => !path.endsWith('.test.tsx'))
    .flatMap(([path, text]) => [...text.matchAll(NUMBERS)].map(([tag]) => ({ path, tag })))
  expect(found.map(({ path }) => path).toSorted()).toEqual(MAY_USE_ANTD)
  expect(found.filter(({ tag }) => /\b(min|max)=/.test(tag))).toEqual([])
})

test('a number outside the limits stays as it was typed, is marked with the limit, and is what the form gets', () => {
  const got: (number | null)[] = []
  function Page(): ReactNode {
    const [value, setValue] = useState<number | null>(2)
    return (
      <CountField
        label="件数"
        least={0}
        most={5}
        value={value}
        onChange={(next) => {
          got.push(next)
          setValue(next)
        }}
      />
    )
  }
  render(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('件数')
  const type = (text: string): void => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  type('-3')
  expect([field.value, field.getAttribute('aria-invalid'), got.at(-1)]).toEqual(['-3', 'true', -3])
  type('9')
  expect([field.value, field.getAttribute('aria-invalid'), got.at(-1)]).toEqual(['9', 'true', 9])
  type('4')
  expect([field.value, field.getAttribute('aria-invalid'), got.at(-1)]).toEqual(['4', 'false', 4])
})

test('a form with such a number is not sent, and says the limit', async () => {
  let form: FormInstance | undefined
  const limits = { least: 1, most: 60 }
  function Page(): ReactNode {
    const [own] = Form.useForm()
    form = own
    return (
      <Form form={own} initialValues={{ days: 3 }}>
        <Form.Item name="days" label="天数" rules={[within(limits)]}>
          <NumberField {...limits} precision={0} />
        </Form.Item>
      </Form>
    )
  }
  render(<Page />)
  fireEvent.change(screen.getByLabelText('天数'), { target: { value: '-3' } })
  await expect(form!.validateFields()).rejects.toMatchObject({ errorFields: [{ errors: ['不能少于 1'] }] })
  expect(form!.getFieldValue('days')).toBe(-3)
  fireEvent.change(screen.getByLabelText('天数'), { target: { value: '7' } })
  await expect(form!.validateFields()).resolves.toEqual({ days: 7 })
})
