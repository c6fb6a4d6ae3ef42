import { fireEvent, screen } from '@testing-library/react'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { useAct } from '../src/lib/use-call.ts'
import { RecordDrawer } from '../src/ui/record-drawer.tsx'
import { draw, enterApp, leaveApp } from './page.tsx'
import type { OpenedApp } from './page.tsx'

export const SAVE = 'POST /admin/dictionary/updateDictionary'
const KEEP = 'POST /admin/preference/savePreferences'
export const ID = '01900000-0000-7000-8000-000000000001'

type Row = { id: string; version: number; name: string; note: string }
type Values = { name: string; note: string; key: string }
export const ROW: Row = { id: ID, version: 3, name: '颜色', note: '' }

export type RecordBench = {
  app: OpenedApp
  /** the answer to a save */
  saved: () => unknown
  /** the preferences that were stored on the server */
  kept: { key: string; value?: string }[]
}

/** The drawer of a record with a server that saves it and stores its drafts; a new one for each test of the file. */
export function openRecordBench(): RecordBench {
  const bench = {} as RecordBench
  beforeEach(async () => {
    bench.kept = []
    bench.saved = () => ({ ...ROW, version: 4 })
    bench.app = await enterApp({
      [SAVE]: () => bench.saved(),
      [KEEP]({ body }) {
        bench.kept.push(...(JSON.parse(body) as { changes: RecordBench['kept'] }).changes)
        return null
      },
    })
  })
  afterEach(() => leaveApp(bench.app))
  return bench
}

function Page({ row }: { row: Row }): ReactNode {
  const [isOpen, open] = useState(true)
  const act = useAct('updateDictionary')
  if (!isOpen) return <p>关了</p>
  return (
    <RecordDrawer<Row, Values>
      noun="字典"
      draftKey="thing"
      row={row}
      valuesOf={(of) => ({ name: of?.name ?? '', note: of?.note ?? '', key: '' })}
      fields={[
        { key: 'name', label: '名称', text: (of) => of.name },
        { key: 'note', label: '备注', text: (of) => of.note },
      ]}
      secrets={['key']}
      save={async ({ name }, of) => {
        const done = await act.run({ id: of!.id, version: of!.version, name, code: 'x_y', entries: [] })
        return done.ok ? { ok: true, data: done.data as unknown as Row } : done
      }}
      isSaving={act.isPending}
      isReadOnly={false}
      onClose={() => open(false)}
    >
      {() => (
        <>
          {(['name', 'note', 'key'] as const).map((name) => (
            <Form.Item key={name} name={name} label={name}>
              <Input />
            </Form.Item>
          ))}
        </>
      )}
    </RecordDrawer>
  )
}
/** A window with the form. */
export const open = (row = ROW): unknown => draw(<Page row={row} />)
export const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
export const type = (label: string, value: string): boolean => fireEvent.change(field(label), { target: { value } })
export const press = (text: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name: text }))
/** Reloads the page as a browser does: React unmounts nothing. */
export function reload(row = ROW): void {
  window.dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  open(row)
}
