import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { PageKey } from '../../lib/page-keys.ts'
import { pageKeys } from '../../lib/page-keys.ts'
import styles from './keys-help.module.css'

const OF_THE_APP: readonly Omit<PageKey, 'run'>[] = [
  { key: 'Ctrl K', label: '快速前往（⌘ K）' },
  { key: '/', label: '到搜索框' },
  { key: '?', label: '列出快捷键' },
  { key: 'Enter', label: '保存' },
  { key: 'Esc', label: '关闭' },
]

/** The list of keys: of the page first, then of the app. */
export default function KeysHelp({ onClose }: { onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const own = pageKeys()
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="快捷键"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.body}>
        <h2>快捷键</h2>
        {own.length > 0 ? <Keys title="这个页面" keys={own} /> : null}
        <Keys title="到处可用" keys={OF_THE_APP} />
      </div>
    </dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly Omit<PageKey, 'run'>[] }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {keys.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
