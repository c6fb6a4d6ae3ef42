import { UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Allowed } from './can-button.tsx'
import { CanButton } from './can-button.tsx'
import { askConfirm } from './dialogs.store.ts'

const SHOWN = 8

/** A field in words: what it was and what it became; null: nothing. */
export type ShownChange = { field: string; label: string; before: string | null; after: string | null }

/** What one edit changed, the first few of many at first. */
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

/** Taking an edit back, and the whole bulk action that it was part of. `says`: what that does to the other rows. */
export function UndoButtons({ one, batch }: { one: Undo; batch: (Undo & { says: string }) | undefined }): ReactNode {
  async function undoBatch(): Promise<void> {
    if (!batch) return
    const isSure = await askConfirm({ title: '撤销这次批量修改？', content: batch.says, okText: '撤销整批' })
    if (isSure) await batch.run()
  }
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
      {batch ? (
        <CanButton
          size="small"
          type="text"
          allowed={batch.allowed}
          loading={batch.isPending}
          onClick={() => void undoBatch()}
        >
          撤销整批
        </CanButton>
      ) : null}
    </>
  )
}
