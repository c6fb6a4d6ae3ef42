import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { yuanText } from '../../../lib/format.ts'
import type { useAct } from '../../../lib/use-call.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './tasks.module.css'

export type RunDialogProps = { onStarted: () => void; onClose: () => void }
type Started = Awaited<ReturnType<ReturnType<typeof useAct<'translateProducts' | 'recognisePictures'>>['run']>>

type Props = RunDialogProps & {
  title: string
  okText: string
  /** why there is no forecast yet: a choice is missing */
  missing?: string | undefined
  /** undefined: not read yet */
  forecast: { facts: LabelledFact[]; problem: string } | undefined
  failure: unknown
  onRetry: () => void
  isStarting: boolean
  start: () => Promise<Started>
  /** the form with the choices */
  children: ReactNode
}

/** Shows what a batch run would do, send and cost; then starts it and opens it. */
export function RunDialog(props: Props): ReactNode {
  const { title, okText, missing, forecast, failure, onRetry, isStarting, start, onStarted, onClose, children } = props
  const navigate = useNavigate()
  const problem = missing ?? forecast?.problem
  async function begin(): Promise<void> {
    const unknown = failure ? '现在不能开始，原因在下面' : '正在预估，请稍等'
    const why = problem || (forecast ? undefined : unknown)
    if (why) {
      toast.error(why)
      return
    }
    const done = await start()
    if (!done.ok) return
    toast.success('已开始，可以离开这一页')
    onStarted()
    onClose()
    void navigate(`/shop/product/glossary?tab=tasks&task=${done.data.id}`)
  }
  return (
    <Modal
      open
      centered
      width={640}
      title={title}
      okText={okText}
      cancelText="取消"
      confirmLoading={isStarting}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      {children}
      {failure && !forecast ? (
        <FailureNote failure={failure} onRetry={onRetry} />
      ) : forecast ? (
        <div className={styles.forecast}>
          <FactList layout="rows" facts={forecast.facts} />
          {problem ? <p role="alert">{problem}</p> : null}
        </div>
      ) : missing === undefined ? (
        <RowSkeletons count={3} />
      ) : null}
    </Modal>
  )
}

/** The expected cost, and what is left of the month's budget. */
export const costFact = ({ cost, budgetLeft }: { cost: number; budgetLeft: number | null }): LabelledFact => [
  '预计花费',
  `${yuanText(cost)}${budgetLeft === null ? '' : `（本月还剩 ${yuanText(budgetLeft)}）`}`,
]
