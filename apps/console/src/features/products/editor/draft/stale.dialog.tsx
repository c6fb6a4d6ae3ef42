import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { CompareTable } from '../../../../ui/compare-table.tsx'
import type { Clash } from './stale.rules.ts'

type StaleDialogProps = {
  clashes: readonly Clash[]
  isSaving: boolean
  onResolve: (ours: ReadonlySet<string>) => void
  onClose: () => void
}

const HEADS = { storeNow: '对方已保存', ours: '打开时', willBecome: '我的' }
const LONGEST = 200

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** Both sides of a stale save: for checked fields our value is saved, for the others somebody else's stays. */
export default function StaleDialog({ clashes, isSaving, onResolve, onClose }: StaleDialogProps): ReactNode {
  const [ours, choose] = useState<ReadonlySet<string>>(() => new Set(clashes.map(({ key }) => key)))
  const pick = (key: string, isOurs: boolean): void =>
    choose((now) => {
      const next = new Set(now)
      if (isOurs) next.add(key)
      else next.delete(key)
      return next
    })
  return (
    <Modal
      open
      width={960}
      title="这个商品刚被别人改过"
      okText="合并并保存"
      cancelText="先不保存"
      confirmLoading={isSaving}
      onOk={() => onResolve(ours)}
      onCancel={onClose}
    >
      <p>下面这些地方两边都改了。勾选的用我的，不勾的保留对方的；其余字段会自动合在一起。</p>
      <CompareTable
        heads={HEADS}
        picked={ours}
        onPick={pick}
        rows={clashes.map((clash) => ({
          key: clash.key,
          label: clash.label,
          storeNow: short(clash.theirs),
          ours: short(clash.base),
          willBecome: short(clash.mine),
          why: ours.has(clash.key) ? '用我的' : '保留对方的',
          isChanged: true,
        }))}
      />
    </Modal>
  )
}
