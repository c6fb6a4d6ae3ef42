import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageKey } from '../../lib/page-keys.ts'
import { isTyping, pageKeys } from '../../lib/page-keys.ts'
import styles from './keys-help.module.css'

const OF_THE_HOUSE: readonly Omit<PageKey, 'run'>[] = [
  { key: 'Ctrl K', label: '快速前往（⌘ K）' },
  { key: '/', label: '到搜索框' },
  { key: '?', label: '列出快捷键' },
  { key: 'Enter', label: '保存' },
  { key: 'Esc', label: '关闭' },
]

/** `/` goes to the search of the view on the screen. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '[data-view] input[data-hq-search], [data-view] [data-hq-search] input',
  )
  const shown = [...fields].find((field) => field.offsetParent !== null)
  shown?.focus()
  shown?.select()
  return shown !== undefined
}

/** Hears the keys of the house and of the page on the screen, outside of fields. */
export function useHouseKeys(): {
  isHelpOpen: boolean
  setHelp: (isOpen: boolean) => void
  isPaletteOpen: boolean
  setPalette: (isOpen: boolean) => void
} {
  const [isHelpOpen, setHelp] = useState(false)
  const [isPaletteOpen, setPalette] = useState(false)
  const hear = useCallback((event: KeyboardEvent) => {
    // From everywhere, fields included: there is no other use for this key in the console.
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      setPalette((isOpen) => !isOpen)
      return
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === '?') setHelp(true)
    else if (event.key === '/') {
      if (!focusSearch()) return
    } else {
      const own = pageKeys().find((one) => one.key === event.key)
      if (!own || document.querySelector('[role="dialog"]')) return
      own.run()
    }
    event.preventDefault()
  }, [])
  useEffect(() => {
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [hear])
  return { isHelpOpen, setHelp, isPaletteOpen, setPalette }
}

/** The list of keys: of the page first, then of the house. */
export function KeysHelp({ onClose }: { onClose: () => void }): ReactNode {
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
        <Keys title="到处可用" keys={OF_THE_HOUSE} />
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
