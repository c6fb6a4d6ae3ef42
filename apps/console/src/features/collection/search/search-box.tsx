import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import type { ClipboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import { isManyOffers } from './offer-lines.rules.ts'

type SearchBoxProps = {
  value: string
  isSearching: boolean
  onSearch: (text: string) => void
  /** several links or ids were pasted: they are claimed as a list, not searched */
  onManyPasted: (text: string) => void
}

/**
 * One field for words, a link or an id. It searches on Enter and not while typing, because every search of the marketplace is a paid call.
 */
export function SearchBox({ value, isSearching, onSearch, onManyPasted }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed from outside (an example, back): it replaces what was typed before.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text')
    if (!isManyOffers(text)) return
    event.preventDefault()
    onManyPasted(text)
  }
  const search = (): void => onSearch(typed.trim())
  return (
    <Space.Compact style={{ flex: '1 1 340px', maxWidth: 560 }}>
      <Input
        data-hq-search
        type="search"
        allowClear
        maxLength={200}
        prefix={<SearchOutlined />}
        aria-label="搜索1688货源"
        placeholder="关键词，或粘贴1688链接、商品编号（多行直接认领）"
        value={typed}
        onPaste={paste}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={search}
      />
      <Button type="primary" loading={isSearching} onClick={search}>
        搜索
      </Button>
    </Space.Compact>
  )
}
