import { Button } from 'antd'
import type { ReactNode } from 'react'
import { usePreference } from '../../../lib/index.ts'
import { EmptyState } from '../../../ui/index.ts'
import styles from './search.module.css'

const EXAMPLES: readonly string[] = ['收纳盒', '宠物用品', '厨房置物架', '手机支架', '瑜伽垫', 'LED灯带']
const KEPT = 8
const NONE: readonly string[] = []

/** Recent searches by words; links and ids are not kept, because they are not searched again. */
export function useRecentWords(): { recent: readonly string[]; add: (text: string) => void } {
  const [recent, keep] = usePreference('collection:recent-words', NONE)
  return {
    recent,
    add(text) {
      if (/^\d{8,}$|[/.]/.test(text)) return
      keep([text, ...recent.filter((one) => one !== text)].slice(0, KEPT))
    },
  }
}

type NoKeywordProps = { recent: readonly string[]; onSearch: (text: string) => void; onPaste: () => void }

export function NoKeyword({ recent, onSearch, onPaste }: NoKeywordProps): ReactNode {
  return (
    <div className={styles.empty}>
      <EmptyState
        text="输入关键词搜索1688货源，或把一个或多个商品链接、编号粘贴到搜索框。"
        action={<Button onClick={onPaste}>粘贴多个链接</Button>}
      />
      <Words label="试试" words={EXAMPLES} onSearch={onSearch} />
      {recent.length > 0 ? <Words label="最近搜过" words={recent} onSearch={onSearch} /> : null}
    </div>
  )
}

type WordsProps = { label: string; words: readonly string[]; onSearch: (text: string) => void }

function Words({ label, words, onSearch }: WordsProps): ReactNode {
  return (
    <div className={styles.words}>
      <span className={styles.label}>{label}</span>
      {words.map((word) => (
        <Button key={word} onClick={() => onSearch(word)}>
          {word}
        </Button>
      ))}
    </div>
  )
}

export function NothingFound({ onReset }: { onReset: () => void }): ReactNode {
  return (
    <EmptyState
      text="没有找到符合条件的货源，换个词或放宽条件试试。"
      action={<Button onClick={onReset}>清空条件</Button>}
    />
  )
}
