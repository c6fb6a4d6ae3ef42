import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './editor.module.css'

type TheirTextProps = {
  /** '': others removed the text; undefined: nobody else saved it */
  text: string | undefined
  lang?: string
  /** Takes the stored text and drops what was typed. */
  onTake: () => void
}

/** Shown under a field: the text that others saved while the person was typing there. */
export function TheirText({ text, lang, onTake }: TheirTextProps): ReactNode {
  if (text === undefined) return null
  return (
    <p className={styles.theirs} role="status">
      <small>{text === '' ? '别人刚移除了这段文字' : '别人刚把这段改成'}</small>
      {text === '' ? null : (
        <span lang={lang} dir="auto">
          {text}
        </span>
      )}
      <small>输入的内容还在，保存后以输入的为准。</small>
      <Button size="small" onClick={onTake}>
        用别人的
      </Button>
    </p>
  )
}
