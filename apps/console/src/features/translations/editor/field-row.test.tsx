// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { FieldRow } from './field-row.tsx'
import type { Editor } from './use-editor.ts'

const bench = openPageBench({})
const field = {
  field: 'description',
  label: '描述',
  format: 'html',
  most: null,
  source: '<p>防水灯</p><script>top.stolen = 1</script>',
  sourceLocale: 'zh-CN',
  translation: {
    text: '<p>Lampe</p>',
    state: 'machine',
    origin: 'machine',
    locked: false,
    by: null,
    at: 0,
    version: 1,
  },
  general: null,
  markets: [],
  others: [],
  terms: [],
  proposals: [],
  problems: [],
}

function Row({ format }: { format: string }): ReactNode {
  const [text, type] = useState(field.translation.text)
  const editor = {
    textOf: () => text,
    type: (_: string, now: string) => type(now),
    theirs: () => undefined,
    faults: {},
  } as unknown as Editor
  return (
    <FieldRow
      field={{ ...field, format } as never}
      locale="de"
      market={undefined}
      editor={editor}
      onTerm={() => undefined}
    />
  )
}
const frame = (title: string): HTMLIFrameElement => screen.getByTitle<HTMLIFrameElement>(title)
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))

it('shows HTML as a shop would, both sides, with what is typed, and runs nothing in it', () => {
  showPage(bench, <Row format="html" />, '/')
  fireEvent.change(screen.getByLabelText('描述的德语译文'), { target: { value: '<p>Leuchte</p>' } })
  press('看效果')
  expect(frame('描述原文的预览').srcdoc).toContain('<p>防水灯</p>')
  expect(frame('描述的德语译文的预览').srcdoc).toContain('<p>Leuchte</p>')
  for (const title of ['描述原文的预览', '描述的德语译文的预览']) expect(frame(title).getAttribute('sandbox')).toBe('')
  fireEvent.keyDown(screen.getByRole('button', { name: '看源码' }), { key: 'e' })
  expect(screen.getByLabelText<HTMLTextAreaElement>('描述的德语译文').value).toBe('<p>Leuchte</p>')
})

it('offers it for no other text', () => {
  showPage(bench, <Row format="plain" />, '/')
  expect(screen.queryByRole('button', { name: '看效果' })).toBeNull()
})
