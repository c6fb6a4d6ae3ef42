import type { AnalyticsSchedule } from '@huoqiao/contract/analytics/analytics.schema'
import { DIMENSIONS } from '@huoqiao/contract/analytics/analytics.figures'
import { Button, Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../lib/client.ts'
import type { CallInput } from '../../lib/contract.ts'
import { formatTime } from '../../lib/format.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { guardTyped } from '../../ui/guard-typed.ts'
import styles from './analytics.module.css'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'].map((word, at) => ({ value: at + 1, label: `每周${word}` }))
const NOTHING = {}

type WeeklyDialogProps = { view: CallInput<'addAnalyticsSchedule'>['view']; onClose: () => void }

/** 每周报表: adds a weekly reminder with a link to the current view of the page, and lists the existing reminders. */
export default function WeeklyDialog({ view, onClose }: WeeklyDialogProps): ReactNode {
  const schedules = useRead('queryAnalyticsSchedules', NOTHING)
  const add = useAct('addAnalyticsSchedule')
  const remove = useAct('deleteAnalyticsSchedule')
  const [name, setName] = useState('')
  const [weekday, setWeekday] = useState(1)

  async function submit(): Promise<void> {
    const text = name.trim()
    if (text === '') {
      toast.error('请填写名称')
      return
    }
    const done = await add.run({ name: text, weekday, view })
    if (!done.ok) return
    toast.success(`已设置：每周${WEEKDAYS[weekday - 1]!.label.slice(2)}早上提醒“${text}”`)
    setName('')
  }
  async function ask({ id, name: gone }: AnalyticsSchedule): Promise<void> {
    const sure = await askConfirm({ title: `不再提醒“${gone}”？`, okText: '删除', danger: true })
    if (!sure) return
    const done = await remove.run({ id })
    if (done.ok) toast.success(`已删除每周报表“${gone}”`)
  }

  return (
    <Modal open centered width={520} title="每周报表" footer={null} {...guardTyped(name !== '')} onCancel={onClose}>
      <div className={styles.weekly}>
        <p>
          到了那天早上八点，通知里会有一条，点开就是前七天的这一页，可以导出表格。现在的分组（按
          {DIMENSIONS[view?.group ?? 'day'].label}）和筛选会一起记住。
        </p>
        <div className={styles.weeklyNew}>
          <Input
            aria-label="名称"
            placeholder="例如 各店铺一周"
            maxLength={32}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Select aria-label="星期" style={{ width: 104 }} value={weekday} options={WEEKDAYS} onChange={setWeekday} />
          <Button type="primary" loading={add.isPending} onClick={() => void submit()}>
            添加
          </Button>
        </div>
        {schedules.error ? <FailureNote failure={schedules.error} onRetry={() => void schedules.refetch()} /> : null}
        <ul className={styles.weeklyList}>
          {(schedules.data ?? []).map((one) => (
            <li key={one.id}>
              <b>{one.name}</b>
              <span>
                {WEEKDAYS[one.weekday - 1]?.label} · 按{DIMENSIONS[one.view.group].label}
                {one.sentAt === null ? '' : ` · 上次 ${formatTime(one.sentAt)}`}
              </span>
              <Button type="text" danger onClick={() => void ask(one)}>
                删除
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
