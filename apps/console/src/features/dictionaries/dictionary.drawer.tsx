import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { Button, Drawer, Form } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { toast } from '../../lib/desk.ts'
import { useDraft } from '../../lib/draft.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { formatTime } from '../../lib/format.ts'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import styles from './dictionaries.module.css'
import { DictionaryConflict } from './dictionary.conflict.tsx'
import type { DictionaryDraft } from './dictionary.form.tsx'
import { DictionaryForm, draftOf, emptyDictionary } from './dictionary.form.tsx'

type DictionaryDrawerProps = {
  /** `new`: an empty form; absent: closed */
  dictionary: Dictionary | 'new' | undefined
  /** the address names a dictionary that is not on this page of the list */
  isMissing: boolean
  onClose: () => void
}

export function DictionaryDrawer({ dictionary, isMissing, onClose }: DictionaryDrawerProps): ReactNode {
  if (isMissing) {
    return (
      <Drawer open title="数据字典" size={560} onClose={onClose}>
        <EmptyState
          text="在当前列表里没有找到这个字典，它可能已被删除，或在别的页。"
          action={<Button onClick={onClose}>回到列表</Button>}
        />
      </Drawer>
    )
  }
  if (!dictionary) return null
  return dictionary === 'new' ? (
    <Editor row={undefined} onClose={onClose} />
  ) : (
    <Editor row={dictionary} onClose={onClose} />
  )
}

/** One dictionary in a form. What is typed is kept until saved; a stale save shows both contents. */
function Editor({ row: opened, onClose }: { row: Dictionary | undefined; onClose: () => void }): ReactNode {
  // The list may bring a newer row while the form is open; the form goes on from the row that it was opened with.
  const [row, setRow] = useState(opened)
  const [form] = Form.useForm<DictionaryDraft>()
  const draft = useDraft<DictionaryDraft>(`dictionary:${row?.id ?? 'new'}`, row?.version ?? 0)
  const initial = row ? draftOf(row) : emptyDictionary
  const [isRestored, setRestored] = useState(draft.found !== null)
  const [isOlderOffered, offerOlder] = useState(draft.older !== null)
  const [isDirty, setDirty] = useState(draft.found !== null)
  const [failure, setFailure] = useState<CallError>()
  const add = useAct('addDictionary', { silent: true })
  const update = useAct('updateDictionary', { silent: true })
  const mayAdd = useMay('addDictionary')
  const mayUpdate = useMay('updateDictionary')
  const isReadOnly = row ? !mayUpdate || row.can.updateDictionary !== true : !mayAdd
  const current = failure?.explanation?.current as Dictionary | undefined

  async function save(version = row?.version ?? 0): Promise<void> {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    const done = row ? await update.run({ ...values, id: row.id, version }) : await add.run(values)
    if (done.ok) {
      draft.drop()
      toast.success(row ? '已保存' : `已新增 ${done.data.name}`)
      onClose()
      return
    }
    if (done.error.isSilent) return
    setFailure(done.error)
    form.setFields(fieldErrors(done.error) as Parameters<typeof form.setFields>[0])
  }
  function startAgain(from: Dictionary | undefined): void {
    draft.drop()
    setRow(from)
    setFailure(undefined)
    setRestored(false)
    offerOlder(false)
    setDirty(false)
    form.setFieldsValue(from ? draftOf(from) : emptyDictionary)
  }

  function takeOlder(value: DictionaryDraft): void {
    form.setFieldsValue(value)
    draft.keep(value)
    setDirty(true)
    offerOlder(false)
  }

  return (
    <Drawer
      open
      size={640}
      title={row ? `字典 ${row.name}` : '新增字典'}
      onClose={onClose}
      footer={
        isReadOnly ? null : (
          <SaveFoot
            onSave={() => void save()}
            onCancel={onClose}
            isSaving={add.isPending || update.isPending}
            isDirty={isDirty}
            savedAt={row?.updatedAt ?? null}
          />
        )
      }
    >
      {isRestored && draft.found ? (
        <p className={styles.note}>
          已恢复 {formatTime(draft.found.savedAt)} 没有保存的内容
          <Button type="link" onClick={() => startAgain(row)}>
            放弃这些修改
          </Button>
        </p>
      ) : null}
      {isOlderOffered && draft.older ? (
        <p className={styles.note}>
          {formatTime(draft.older.savedAt)} 有没有保存的内容，之后别人保存过这个字典
          <span>
            <Button type="link" onClick={() => takeOlder(draft.older!.value)}>
              填入我的内容
            </Button>
            <Button type="link" onClick={() => startAgain(row)}>
              放弃
            </Button>
          </span>
        </p>
      ) : null}
      {failure && current && row ? (
        <DictionaryConflict
          opened={row}
          current={current}
          mine={form.getFieldsValue(true) as DictionaryDraft}
          onTheirs={() => startAgain(current)}
          onMine={() => {
            setFailure(undefined)
            setRow(current)
            void save(current.version)
          }}
        />
      ) : failure ? (
        <FailureNote failure={failure} />
      ) : null}
      <DictionaryForm
        form={form}
        initial={draft.found?.value ?? initial}
        isNew={!row}
        isReadOnly={isReadOnly}
        onChange={(value) => {
          setDirty(true)
          draft.keep(value)
        }}
        onSubmit={() => void save()}
      />
    </Drawer>
  )
}
