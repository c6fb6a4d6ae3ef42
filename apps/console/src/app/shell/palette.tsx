import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain, isCallError } from '../../lib/call-error.ts'
import type { PaletteHit } from '../../lib/palette.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { tabTitle } from '../tabs.rules.ts'
import { focusContent } from './focus-content.ts'
import { findPages, menuPages } from './palette.rules.ts'
import styles from './palette.module.css'
import { useFound } from './use-found.ts'
import type { FoundGroup } from './use-found.ts'

export type PaletteProps = {
  menu: readonly MenuItem[]
  tabs: readonly VisitedTab[]
  /** commands of the app itself, such as switching to the dark theme */
  commands: readonly { title: string; run: () => void }[]
  onClose: () => void
}

/** The command palette (beyond, item 13): pages, open tabs and what the features search in, by keyboard alone. */
export default function Palette({ menu, tabs, commands, onClose }: PaletteProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const words = typed.trim()
  const remote = useFound(words)
  const near = useMemo(() => nearGroups(menu, tabs, commands, words), [menu, tabs, commands, words])
  const groups = [...near, ...remote.groups].filter((group) => group.hits.length > 0 || group.failure !== undefined)
  const hits = groups.flatMap((group) => group.hits)
  const current = Math.min(at, Math.max(0, hits.length - 1))
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, current])

  function go(hit: PaletteHit): void {
    if (hit.to === undefined) {
      onClose()
      hit.run()
      return
    }
    // An open modal dialog would keep the focus: it is closed first, so that the opened page can get the focus.
    dialog.current?.close()
    // The browser reports the closing later; Ctrl K before that would close the palette once more instead of opening it.
    onClose()
    focusContent()
    void navigate(hit.to)
  }
  function onKey(event: KeyboardEvent): void {
    // A key press that a Chinese input method uses for composing is not handled.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setAt((current + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const hit = hits[current]
      if (hit) go(hit)
    }
  }
  function closeByEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // Otherwise the browser closes it itself, and reports that later.
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="快速前往"
      onClose={onClose}
      onKeyDown={closeByEscape}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        className={styles.field}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={hits.length > 0 ? `${list}-${current}` : undefined}
        aria-label="搜索页面、单号、SKU、商品"
        placeholder="页面名称或拼音首字母、单号、SKU、商品、账号"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div className={styles.list} id={list} role="listbox" aria-label="结果" aria-busy={remote.isLooking}>
        {groups.map((group) => (
          <Group
            key={group.kind}
            group={group}
            first={hits.indexOf(group.hits[0]!)}
            current={current}
            list={list}
            onGo={go}
          />
        ))}
        {groups.length === 0 ? <p className={styles.empty}>{remote.isLooking ? '正在查找…' : '没有找到'}</p> : null}
      </div>
      <footer className={styles.foot}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 选择
        </span>
        <span>
          <kbd>Enter</kbd> 打开
        </span>
        <span>
          <kbd>Esc</kbd> 关闭
        </span>
        <span className={styles.looking}>{remote.isLooking ? '正在查找…' : ''}</span>
      </footer>
    </dialog>
  )
}

type GroupProps = { group: FoundGroup; first: number; current: number; list: string; onGo: (hit: PaletteHit) => void }

function Group({ group, first, current, list, onGo }: GroupProps): ReactNode {
  return (
    <section role="group" aria-label={group.kind}>
      <h3>{group.kind}</h3>
      {group.failure === undefined ? null : <p className={styles.failure}>没有查到：{reason(group.failure)}</p>}
      {group.hits.map((hit, index) => (
        <button
          key={hit.key}
          id={`${list}-${first + index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={first + index === current}
          className={styles.hit}
          onClick={() => onGo(hit)}
        >
          <span className={styles.title}>{hit.title}</span>
          <span className={styles.note}>{hit.note}</span>
        </button>
      ))}
    </section>
  )
}

const reason = (failure: unknown): string => (isCallError(failure) ? failure.message : explain(failure).what)

/** Hits that need no call: the open tabs while nothing is typed, the pages of the menu, the commands of the app. */
function nearGroups(
  menu: readonly MenuItem[],
  tabs: readonly VisitedTab[],
  commands: PaletteProps['commands'],
  words: string,
): FoundGroup[] {
  const pages = menuPages(menu)
  const isAll = words === ''
  const found = isAll ? pages : findPages(pages, words)
  const done = commands.map((command) => ({ ...command, to: '' }))
  return [
    {
      kind: '打开的页面',
      hits: isAll ? tabs.map((tab) => ({ key: `tab ${tab.key}`, title: tabTitle(tab), to: tab.fullPath })) : [],
    },
    {
      kind: '页面',
      hits: found.map(({ title, trail, to }) => ({ key: `page ${to} ${title}`, title, note: trail, to })),
    },
    {
      kind: '操作',
      hits: (isAll ? done : findPages(done, words)).map(({ title, run }) => ({ key: `do ${title}`, title, run })),
    },
  ]
}
