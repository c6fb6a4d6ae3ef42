import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { CompareRow } from '../../ui/compare-table.tsx'
import { CompareTable } from '../../ui/compare-table.tsx'
import styles from './dictionaries.module.css'
import type { DictionaryDraft } from './dictionary.form.tsx'

type DictionaryConflictProps = {
  /** as it was when the form was opened */
  opened: Dictionary
  /** as it stands now, saved by somebody else */
  current: Dictionary
  mine: DictionaryDraft
  onMine: () => void
  onTheirs: () => void
}

const HEADS = { storeNow: '别人刚保存的', ours: '您打开时', willBecome: '您要保存的' }

/** A stale save (409) shows both contents, and the person chooses (decisions, section 3). */
export function DictionaryConflict({ opened, current, mine, onMine, onTheirs }: DictionaryConflictProps): ReactNode {
  return (
    <section className={styles.conflict} role="alert">
      <h3>这个字典已被别人修改，请核对后再保存</h3>
      <CompareTable rows={compareDictionaries(opened, current, mine)} heads={HEADS} />
      <div className={styles.conflictButtons}>
        <Button type="primary" onClick={onMine}>
          用我的内容覆盖
        </Button>
        <Button onClick={onTheirs}>采用别人的内容</Button>
      </div>
    </section>
  )
}

const entriesText = (entries: DictionaryDraft['entries']): string =>
  entries.map((entry) => `${entry.label}（${entry.value}${entry.enabled ? '' : '，停用'}）`).join('、')

/** Field by field: who changed it since the form was opened. */
export function compareDictionaries(opened: Dictionary, current: Dictionary, mine: DictionaryDraft): CompareRow[] {
  const row = (key: string, label: string, text: (of: DictionaryDraft) => string): CompareRow => {
    const [was, theirs, own] = [text(opened), text(current), text(mine)]
    const why = theirs === own ? '' : was === own ? '只有别人改了' : was === theirs ? '只有您改了' : '两人都改了'
    return {
      key,
      label,
      storeNow: theirs,
      ours: was,
      willBecome: own,
      why,
      isChanged: theirs !== own,
      isConflict: false,
    }
  }
  return [
    row('code', '编码', (of) => of.code),
    row('name', '名称', (of) => of.name),
    row('note', '备注', (of) => of.note),
    row('entries', '字典项', (of) => entriesText(of.entries)),
  ]
}
