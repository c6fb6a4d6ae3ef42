import { UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Allowed } from '../lib/permission.tsx'
import { CanButton } from './can-button.tsx'
import { askConfirm } from './dialogs.store.ts'
import { RowMenu } from './row-menu.tsx'

const SHOWN = 8

/** A field with its words for the former and the new value; null: no value. */
export type ShownChange = { field: string; label: string; before: string | null; after: string | null }

/** What one edit changed; when there are many changes, the first few at first. */
export function ChangesList({
  changes,
  className,
}: {
  changes: readonly ShownChange[]
  className: string | undefined
}): ReactNode {
  const [isWhole, showWhole] = useState(false)
  if (changes.length === 0) return null
  return (
    <>
      <ul className={className}>
        {(isWhole ? changes : changes.slice(0, SHOWN)).map(({ field, label, before, after }) => (
          <li key={field}>
            <span>{label}</span>
            {before === null ? <span>（无）</span> : <del>{before}</del>}
            {after === null ? <span>（无）</span> : <ins>{after}</ins>}
          </li>
        ))}
      </ul>
      {changes.length > SHOWN ? (
        <Button type="text" size="small" onClick={() => showWhole(!isWhole)}>
          {isWhole ? '收起' : `还有 ${changes.length - SHOWN} 处`}
        </Button>
      ) : null}
    </>
  )
}

type Undo = { allowed: Allowed; isPending: boolean; run: () => Promise<void> }
/** A field that was set on many rows at once. */
export type BatchField = { field: string; label: string }
type BatchUndo = Omit<Undo, 'run'> & {
  /** describes what it does to the other rows */
  says: string
  fields: readonly BatchField[]
  /** for one field alone, or for all */
  run: (field?: string) => Promise<void>
}

/** Undoes an edit, and the whole bulk action that it was part of, or one field of that. */
export function UndoButtons({ one, batch }: { one: Undo; batch: BatchUndo | undefined }): ReactNode {
  return (
    <>
      <CanButton
        size="small"
        type="text"
        icon={<UndoOutlined />}
        allowed={one.allowed}
        loading={one.isPending}
        onClick={() => void one.run()}
      >
        撤销
      </CanButton>
      {batch ? <BatchButtons batch={batch} /> : null}
    </>
  )
}

function BatchButtons({ batch }: { batch: BatchUndo }): ReactNode {
  async function undo(only?: BatchField): Promise<void> {
    const what = only ? `这批的“${only.label}”` : '这次批量修改'
    const isSure = await askConfirm({
      title: `撤销${what}？`,
      content: only ? `只改回“${only.label}”，其他改动保留。${batch.says}` : batch.says,
      okText: only ? '撤销' : '撤销整批',
    })
    if (isSure) await batch.run(only?.field)
  }
  return (
    <>
      <CanButton size="small" type="text" allowed={batch.allowed} loading={batch.isPending} onClick={() => void undo()}>
        撤销整批
      </CanButton>
      {batch.allowed === true && batch.fields.length > 1 ? (
        <RowMenu
          type="text"
          label="只撤销整批的一项"
          items={() =>
            batch.fields.map((only) => ({
              key: only.field,
              label: `只撤销整批的“${only.label}”`,
              onClick: () => void undo(only),
            }))
          }
        />
      ) : null}
    </>
  )
}
