import { OBJECT_KINDS } from '@huoqiao/contract/object-kinds'
import type { ObjectKindEntry } from '@huoqiao/contract/object-kinds'
import { kindLabel } from '@huoqiao/contract/operation-log/entry-fields'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTabTitle } from '../../lib/tab-title.ts'
import { ObjectHistory } from '../../pickers/object-history.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './operation-log.module.css'

/** /components/log?kind=product&id=…: the block that other pages embed, as a page with an address. */
export default function ObjectHistoryPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const kind = params.get('kind') ?? ''
  const id = params.get('id') ?? ''
  useTabTitle(kind === '' ? '操作历史' : `${kindLabel(kind)}历史`)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{kind === '' ? '操作历史' : `${kindLabel(kind)}的操作历史`}</h1>
        <span className={styles.id}>{id}</span>
      </header>
      <WhichObject key={`${kind}:${id}`} kind={kind} id={id} onAsk={(next) => setParams(next)} />
      <div className={styles.sheet}>
        {kind !== '' && id !== '' ? (
          <ObjectHistory key={`${kind}:${id}`} kind={kind} id={id} />
        ) : (
          <EmptyState text="选择类型并填入编号，查看它从创建到现在的每一次操作。" />
        )}
      </div>
    </div>
  )
}

const KINDS = Object.entries<ObjectKindEntry>(OBJECT_KINDS)
  .filter(([, { hasHistory }]) => hasHistory !== false)
  .map(([value, { label }]) => ({ value, label }))

type WhichObjectProps = { kind: string; id: string; onAsk: (next: { kind: string; id: string }) => void }

function WhichObject({ kind, id, onAsk }: WhichObjectProps): ReactNode {
  const [typed, type] = useState({ kind: kind || 'product', id })
  const ask = (): void => onAsk({ kind: typed.kind, id: typed.id.trim() })
  return (
    <div className={styles.which} role="search">
      <Select
        aria-label="类型"
        style={{ width: 140 }}
        options={KINDS}
        value={typed.kind}
        onChange={(next) => type({ ...typed, kind: next })}
      />
      <Input
        aria-label="编号"
        placeholder="编号"
        style={{ width: 320 }}
        value={typed.id}
        onChange={(event) => type({ ...typed, id: event.target.value })}
        onPressEnter={ask}
      />
      <Button onClick={ask}>查看</Button>
    </div>
  )
}
