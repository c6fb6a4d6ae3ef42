import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Drafts, KeptDraft } from '../lib/draft.ts'
import { formatTime } from '../lib/format.ts'
import styles from './draft-notes.module.css'

type DraftNotesProps<T> = {
  drafts: Pick<Drafts<T>, 'restored' | 'others' | 'giveUp'>
  /** the version of the row that the form shows */
  base: number
  /** Fills the form with it. */
  onTake: (draft: KeptDraft<T>) => void
  /** Puts the form back to what is saved. */
  onStartAgain: () => void
}

/** Above a form: that it was filled from a draft, and which other drafts there are. */
export function DraftNotes<T>({ drafts, base, onTake, onStartAgain }: DraftNotesProps<T>): ReactNode {
  const { restored, others, giveUp } = drafts
  return (
    <>
      {restored ? (
        <Note text={`已恢复 ${formatTime(restored.savedAt)} 没有保存的内容`}>
          <Button type="link" onClick={onStartAgain}>
            放弃这些修改
          </Button>
        </Note>
      ) : null}
      {others.map((one) => (
        <Note
          key={one.at}
          text={
            one.base === base
              ? `${formatTime(one.savedAt)} 还有另一份没有保存的内容`
              : `${formatTime(one.savedAt)} 有没有保存的内容，之后别人保存过`
          }
        >
          <Button type="link" onClick={() => onTake(one)}>
            填入我的内容
          </Button>
          <Button type="link" onClick={() => giveUp(one)}>
            放弃
          </Button>
        </Note>
      ))}
    </>
  )
}

function Note({ text, children }: { text: string; children: ReactNode }): ReactNode {
  return (
    <p className={styles.note} role="status">
      {text}
      <span>{children}</span>
    </p>
  )
}
