import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Checkbox, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useState, useEffect, useRef } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useShown } from '../../../lib/use-shown.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { tellOutcomeLater } from '../../../ui/tell-outcome.ts'
import { DryRunEntry } from './dry-run-item.tsx'
import type { Choices, IsChoosable } from './dry-run.rules.ts'
import { afterPick, afterTake, chosenFields, isGoing, withChosen, writableFirst } from './dry-run.rules.ts'
import styles from './sync-preview.module.css'

/** How many are rendered before a button for more, and up to how many are unfolded at once. */
const SHOWN = 60
const FEW = 3

/** The dry run of a write to a shop other than a push: read, approved row by row, written, with an outcome per row. */
export default function ShopChangeDrawer(props: SlotProps['shop-change']): ReactNode {
  const { title, word, isDangerous = false, refused, total, load, write, isChoosable, nameOf, extra, onClose } = props
  const run = useShopChange(load)
  const [choices, choose] = useState<Choices>(new Map())
  const [written, setWritten] = useState<{ outcome: BulkOutcome; names: ReadonlyMap<string, string> }>()
  const [isWriting, setWriting] = useState(false)
  const isShown = useShown()
  const [limit, setLimit] = useState(SHOWN)
  const onTake = useCallback((item: ShopChange, isTaken: boolean) => choose((now) => afterTake(now, item, isTaken)), [])
  const onPick = useCallback(
    (item: ShopChange, fields: readonly string[], isPicked: boolean) =>
      choose((now) => afterPick(now, item, fields, isPicked)),
    [],
  )
  const items = useMemo(
    () => (isChoosable ? run.items.map((item) => withChosen(item, choices.get(item.key), isChoosable)) : run.items),
    [run.items, choices, isChoosable],
  )
  const going = items.filter((item) => isGoing(item, choices.get(item.key)))
  const wrong = run.isRunning ? '预演还没有完成，请稍候' : going.length === 0 ? `没有勾选要${word}的` : undefined
  async function send(): Promise<void> {
    setWriting(true)
    const titles = new Map(going.map((item) => [item.key, `${item.title} · ${item.storeName}`]))
    const chosen = new Map(
      going.map((item) => [item.key, isChoosable ? chosenFields(item, choices.get(item.key), isChoosable) : []]),
    )
    const outcome = await write(going, chosen)
    const names = new Map(outcome.rows.map(({ key }) => [key, titles.get(key) ?? nameOf?.(key) ?? key]))
    // Closing the drawer does not stop the write, so its outcome must be shown in another place.
    if (!isShown.current) tellOutcomeLater({ title: word, outcome, names })
    setWritten({ outcome, names })
    setWriting(false)
  }
  const submission = useSubmission(wrong, send)
  const again = (): void => {
    setWritten(undefined)
    choose(new Map())
    run.retry()
  }
  return (
    <Drawer
      size="min(1180px, 94vw)"
      open
      destroyOnHidden
      title={written ? `${word}结果` : title}
      extra={written ? null : extra}
      onClose={onClose}
      footer={
        <div className={styles.footLine}>
          {written ? (
            <>
              {written.outcome.failed > 0 ? <Button onClick={again}>重新预演</Button> : null}
              <Button type="primary" onClick={onClose}>
                知道了
              </Button>
            </>
          ) : (
            <>
              <span className={styles.footSays} aria-live="polite">
                {going.length > 0 ? `将${word} ${going.length} 处` : `还没有要${word}的`}
              </span>
              {submission.line}
              <Button onClick={onClose}>取消</Button>
              <CanButton
                type="primary"
                danger={isDangerous}
                allowed={refused ?? true}
                loading={isWriting}
                onClick={submission.submit}
              >
                {run.isRunning ? '正在预演…' : going.length > 0 ? `${word} ${going.length} 处` : word}
              </CanButton>
            </>
          )}
        </div>
      }
    >
      {written ? (
        <OutcomeList outcome={written.outcome} labelOf={(key) => written.names.get(key) ?? key} />
      ) : (
        <div className={styles.body}>
          {run.isRunning ? (
            <ProgressLine label="正在看店铺里现在的样子，什么都不会写入" done={run.items.length} total={total} />
          ) : null}
          {run.error ? <FailureNote failure={run.error} onRetry={run.retry} /> : null}
          {run.items.length === 0 && run.isRunning ? <RowSkeletons count={Math.min(6, total)} /> : null}
          {total === 0 ? <EmptyState text={`${refused ?? '请在右上角选择店铺'}。`} /> : null}
          {isChoosable ? <Disputed items={items} choices={choices} isChoosable={isChoosable} onPick={onPick} /> : null}
          <ul className={styles.entries}>
            {writableFirst(items)
              .slice(0, limit)
              .map((item) => (
                <DryRunEntry
                  key={item.key}
                  item={item}
                  choice={choices.get(item.key)}
                  isOpenAtFirst={total <= FEW}
                  onTake={onTake}
                  {...(isChoosable ? { onPick, isChoosable } : {})}
                />
              ))}
          </ul>
          {run.items.length > limit ? (
            <Button onClick={() => setLimit(limit + SHOWN)}>再看 {Math.min(SHOWN, run.items.length - limit)} 处</Button>
          ) : null}
        </div>
      )}
    </Drawer>
  )
}

type DisputedProps = {
  items: readonly ShopChange[]
  choices: Choices
  isChoosable: IsChoosable
  onPick: (item: ShopChange, fields: readonly string[], isPicked: boolean) => void
}

/** How many values of the shop stay, and a checkbox that chooses ours for all of them. */
function Disputed({ items, choices, isChoosable, onPick }: DisputedProps): ReactNode {
  const fieldsOf = (item: ShopChange): string[] => item.fields.filter(isChoosable).map(({ field }) => field)
  const disputed = items.filter((item) => fieldsOf(item).length > 0)
  const all = disputed.reduce((sum, item) => sum + fieldsOf(item).length, 0)
  if (all === 0) return null
  const chosen = disputed.reduce((sum, item) => sum + chosenFields(item, choices.get(item.key), isChoosable).length, 0)
  return (
    <p className={styles.disputed}>
      <span>
        店铺里自己改过或删掉的有 {all} 处，{chosen === 0 ? '都保留店铺的' : `其中 ${chosen} 处用我们的覆盖`}
      </span>
      <Checkbox
        checked={chosen === all}
        indeterminate={chosen > 0 && chosen < all}
        onChange={(event) => disputed.forEach((item) => onPick(item, fieldsOf(item), event.target.checked))}
      >
        全部用我们的
      </Checkbox>
    </p>
  )
}

/** What a write to shops would change, as it arrives; another `load` starts again, and unmounting cancels the reads. */
function useShopChange(load: SlotProps['shop-change']['load']) {
  const [items, setItems] = useState<readonly ShopChange[]>([])
  const [error, setError] = useState<CallError>()
  const [isRunning, setRunning] = useState(true)
  const underway = useRef<AbortController>(undefined)
  const start = useCallback(() => {
    underway.current?.abort()
    const stop = new AbortController()
    underway.current = stop
    async function run(): Promise<void> {
      setItems([])
      setError(undefined)
      setRunning(true)
      try {
        await load((found) => {
          if (!stop.signal.aborted) setItems((now) => [...now, ...found])
        }, stop.signal)
      } catch (failure) {
        if (!isCallError(failure)) throw failure
        if (!stop.signal.aborted) setError(failure)
      }
      if (!stop.signal.aborted) setRunning(false)
    }
    void run()
  }, [load])
  useEffect(() => {
    start()
    return () => underway.current?.abort()
  }, [start])
  return { items, error, isRunning, retry: start }
}
