import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { AutoComplete, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../../lib/client.ts'
import { useRead } from '../../../lib/use-call.ts'
import type { useBulkActs } from '../../../ui/bulk-acts.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import styles from './spares.module.css'

/** Maximum length of a place in characters (contract, setSparePlaces). */
const LONGEST = 60

type PlaceDialogProps = {
  lines: readonly SpareLine[]
  acts: ReturnType<typeof useBulkActs>
  onClose: () => void
}

/** 库位 of one line or of several at once; an empty text removes it. */
export function PlaceDialog({ lines, acts, onClose }: PlaceDialogProps): ReactNode {
  const before = lines.length === 1 ? lines[0]!.place : ''
  const [place, setPlace] = useState(before)
  const places = useRead('getSparePlaces', {})
  async function save(): Promise<void> {
    const named = lines.map(({ id, title, specText }) => ({ id, name: `${title} ${specText}` }))
    const done = await acts.perform('设置库位', named, (lineIds) =>
      call('setSparePlaces', { lineIds, place: place.trim() }),
    )
    if (done) onClose()
  }
  return (
    <Modal
      open
      centered
      width={420}
      title={lines.length === 1 ? '库位' : `${lines.length} 行的库位`}
      okText="保存"
      cancelText="取消"
      confirmLoading={acts.isBusy}
      onOk={() => void save()}
      {...guardTyped(place !== before)}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <label>
          货放在哪里（清空就是没有库位）
          <AutoComplete
            aria-label="库位"
            value={place}
            maxLength={LONGEST}
            placeholder="例如 A-03-2"
            options={(places.data ?? []).map((one) => ({ value: one.place, label: `${one.place}（${one.lines} 行）` }))}
            onChange={(next: string) => setPlace(next)}
          />
        </label>
      </div>
    </Modal>
  )
}
