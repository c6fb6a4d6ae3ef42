import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RecordDrawer } from '../../ui/record-drawer.tsx'
import type { DictionaryDraft } from './dictionary.form.tsx'
import { COMPARED, DictionaryForm, draftOf } from './dictionary.form.tsx'

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
  return dictionary ? <Editor row={dictionary === 'new' ? undefined : dictionary} onClose={onClose} /> : null
}

function Editor({ row, onClose }: { row: Dictionary | undefined; onClose: () => void }): ReactNode {
  const add = useAct('addDictionary')
  const update = useAct('updateDictionary')
  const mayAdd = useMay('addDictionary')
  const mayUpdate = useMay('updateDictionary')
  return (
    <RecordDrawer<Dictionary, DictionaryDraft>
      noun="字典"
      draftKey="dictionary"
      row={row}
      valuesOf={draftOf}
      fields={COMPARED}
      save={(values, of) => (of ? update.run({ ...values, ...of }) : add.run(values))}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate || row.can.updateDictionary !== true : !mayAdd}
      onClose={onClose}
    >
      {(_form, now) => <DictionaryForm isNew={now === undefined} />}
    </RecordDrawer>
  )
}
