import type { FormInstance } from 'antd'
import { Button, Drawer, Form } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallError } from '../lib/call-error.ts'
import { toast } from '../lib/client.ts'
import type { KeptDraft } from '../lib/draft.ts'
import { useDraft } from '../lib/draft.ts'
import { fieldErrors } from '../lib/field-errors.ts'
import { showFirstFailure, validateForm } from '../lib/validate.ts'
import type { CompareRow } from './compare-table.tsx'
import { CompareTable } from './compare-table.tsx'
import { DraftNotes } from './draft-notes.tsx'
import { FailureNote } from './failure-note.tsx'
import styles from './record-drawer.module.css'
import { SaveFoot } from './save-foot.tsx'

export type RecordRow = { id: string; version: number; name: string }
export type Saved<Row> = { ok: true; data: Row } | { ok: false; error: CallError }

/** One field of a comparison, in words. */
export type RecordField<Values> = { key: string; label: string; text: (values: Values) => string }

type RecordDrawerProps<Row extends RecordRow, Values extends object> = {
  /** what is edited: 店铺, 定价规则 */
  noun: string
  /** distinguishes its drafts from those of other forms */
  draftKey: string
  /** absent: a new one */
  row: Row | undefined
  valuesOf: (row: Row | undefined) => Values
  fields: readonly RecordField<Values>[]
  /** never kept in the browser, and never shown in a comparison */
  secrets?: readonly (keyof Values)[]
  /** `of` is absent for a new one */
  save: (values: Values, of: { id: string; version: number } | undefined) => Promise<Saved<Row>>
  isSaving: boolean
  isReadOnly: boolean
  size?: number
  onSaved?: (row: Row, isNew: boolean) => void
  onClose: () => void
  children: (form: FormInstance<Values>, row: Row | undefined) => ReactNode
}

/**
 * The form of one row in a drawer. Typed values are kept until saved (secrets excepted); a save of a stale version shows both contents and
 * lets the person choose; refusals are shown at their fields.
 */
export function RecordDrawer<Row extends RecordRow, Values extends object>(
  props: RecordDrawerProps<Row, Values>,
): ReactNode {
  const { noun, valuesOf, fields, isReadOnly, onClose } = props
  const [form] = Form.useForm<Values>()
  const record = useRecord(props, form)
  const { row, draft, failure } = record
  const current = failure?.code === 409 ? (failure.explanation?.current as Row | undefined) : undefined
  return (
    <Drawer
      open
      size={props.size ?? 640}
      title={row ? `${noun} ${row.name}` : `新增${noun}`}
      onClose={onClose}
      footer={
        isReadOnly ? null : (
          <SaveFoot
            onSave={() => void record.save()}
            onCancel={onClose}
            isSaving={props.isSaving}
            isDirty={record.isDirty}
          />
        )
      }
    >
      <DraftNotes
        drafts={draft}
        base={row?.version ?? 0}
        onTake={(other) => record.take(other)}
        onStartAgain={() => record.startAgain(row)}
      />
      {current && row ? (
        <section className={styles.conflict} role="alert">
          <h3>{noun}已被别人修改，请核对后再保存</h3>
          <CompareTable
            rows={compareValues(fields, valuesOf(row), valuesOf(current), form.getFieldsValue(true) as Values)}
            heads={{ storeNow: '别人刚保存的', ours: '您打开时', willBecome: '您要保存的' }}
          />
          <div className={styles.buttons}>
            <Button type="primary" onClick={() => void record.overwrite(current)}>
              用我的内容覆盖
            </Button>
            <Button onClick={() => record.startAgain(current)}>采用别人的内容</Button>
          </div>
        </section>
      ) : failure ? (
        <FailureNote failure={failure} />
      ) : null}
      <Form<Values>
        form={form}
        layout="vertical"
        disabled={isReadOnly}
        initialValues={{ ...valuesOf(row), ...draft.found?.value }}
        onValuesChange={() => record.typed()}
        onFinish={() => void record.save()}
        onFinishFailed={showFirstFailure}
      >
        {props.children(form, row)}
        {/* Makes Enter save; the visible button is in the foot. */}
        <button type="submit" hidden />
      </Form>
    </Drawer>
  )
}

function useRecord<Row extends RecordRow, Values extends object>(
  { row: opened, draftKey, valuesOf, secrets = [], save, noun, onSaved, onClose }: RecordDrawerProps<Row, Values>,
  form: FormInstance<Values>,
) {
  // The list may bring a newer row while the form is open; the form keeps the row that it was opened with.
  const [row, setRow] = useState(opened)
  const draft = useDraft<Partial<Values>>(`${draftKey}:${row?.id ?? 'new'}`, row?.version ?? 0)
  const [isDirty, setDirty] = useState(draft.found !== null)
  const [failure, setFailure] = useState<CallError>()

  async function send(version: number): Promise<void> {
    if (!(await validateForm(form))) return
    const done = await save(form.getFieldsValue(true) as Values, row ? { id: row.id, version } : undefined)
    if (done.ok) {
      draft.drop()
      toast.success(row ? '已保存' : `已新增${noun} ${done.data.name}`)
      onClose()
      onSaved?.(done.data, row === undefined)
      return
    }
    if (done.error.isSilent) return
    setFailure(done.error)
    form.setFields(fieldErrors(done.error) as Parameters<typeof form.setFields>[0])
  }
  return {
    row,
    draft,
    isDirty,
    failure,
    save: () => send(row?.version ?? 0),
    overwrite(current: Row): Promise<void> {
      setFailure(undefined)
      setRow(current)
      return send(current.version)
    },
    startAgain(from: Row | undefined): void {
      draft.drop()
      setRow(from)
      setFailure(undefined)
      setDirty(false)
      form.setFieldsValue(valuesOf(from))
    },
    take(other: KeptDraft<Partial<Values>>): void {
      draft.take(other)
      draft.keep(other.value)
      form.setFieldsValue(other.value)
      setDirty(true)
    },
    typed(): void {
      setDirty(true)
      const all = Object.entries(form.getFieldsValue(true) as Values)
      draft.keep(Object.fromEntries(all.filter(([key]) => !secrets.includes(key as keyof Values))) as Partial<Values>)
    },
  }
}

/** Field by field: who changed it since the form was opened. */
export function compareValues<Values>(
  fields: readonly RecordField<Values>[],
  opened: Values,
  theirs: Values,
  mine: Values,
): CompareRow[] {
  return fields.map(({ key, label, text }) => {
    const [was, other, own] = [text(opened), text(theirs), text(mine)]
    const why = other === own ? '' : was === own ? '只有别人改了' : was === other ? '只有您改了' : '两人都改了'
    return { key, label, storeNow: other, ours: was, willBecome: own, why, isChanged: other !== own }
  })
}
