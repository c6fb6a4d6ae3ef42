import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useReducer, useState } from 'react'
import { useBlocker } from 'react-router'

type LeaveGuardProps = {
  isDirty: boolean
  /** the field of the address that names what is edited */
  field: string
  save: () => Promise<boolean>
  /** Stores the draft at once; absent: that happens when the form is unmounted. */
  flush?: () => Promise<void>
}

/** Asks before unsaved changes are left, within the console and when the window is closed. The draft is kept in any case. */
export function LeaveGuard(props: LeaveGuardProps): ReactNode {
  const [turn, begin] = useReducer((count: number) => count + 1, 0)
  // A page that becomes visible again creates a new blocker: useBlocker would restore its former blocked state, which nobody could answer
  // or remove, and no page could be left any more.
  useEffect(() => () => begin(), [])
  return <Question key={turn} {...props} />
}

function Question({ isDirty, field, save, flush }: LeaveGuardProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      (currentLocation.pathname !== nextLocation.pathname ||
        new URLSearchParams(currentLocation.search).get(field) !== new URLSearchParams(nextLocation.search).get(field)),
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  async function leave(first: () => Promise<boolean>): Promise<void> {
    setBusy(true)
    const may = await first()
    setBusy(false)
    if (may) blocker.proceed?.()
    else blocker.reset?.()
  }
  const keepDraft = async (): Promise<boolean> => {
    await flush?.()
    return true
  }
  return (
    <Modal
      open
      centered
      width={440}
      title="有没保存的修改"
      onCancel={() => blocker.reset?.()}
      footer={
        <>
          <Button onClick={() => blocker.reset?.()}>留在这里</Button>
          <Button disabled={isBusy} onClick={() => void leave(keepDraft)}>
            留着草稿离开
          </Button>
          <Button type="primary" loading={isBusy} onClick={() => void leave(save)}>
            保存并离开
          </Button>
        </>
      }
    >
      留着草稿离开，下次打开会接着这次的内容；店铺里不会变。
    </Modal>
  )
}
