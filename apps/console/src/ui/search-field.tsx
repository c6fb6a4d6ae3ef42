import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'

type SearchFieldProps = { value: string; onSearch: (text: string) => void; placeholder: string; width?: number }

/** The search field of a list: it searches 500 ms after the last key, or at once on Enter. The key `/` focuses it. */
export function SearchField({ value, onSearch, placeholder, width = 220 }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  /** what was searched last, while the address does not have it yet: the address changes later */
  const [sent, setSent] = useState<string>()
  const [isComposing, setComposing] = useState(false)
  const hear = useRef(onSearch)
  useEffect(() => {
    hear.current = onSearch
  })
  // The address changed from outside (reset, back): it replaces what was typed before. A search from this field replaces nothing, because the
  // person may have typed more since, or a space at the end.
  if (value !== known) {
    setKnown(value)
    setSent(undefined)
    if (value !== sent) setTyped(value)
  }
  const search = useCallback((text: string) => {
    setSent(text)
    hear.current(text)
  }, [])
  const text = typed.trim()
  const isSearched = text === (sent ?? known.trim())
  useEffect(() => {
    // Letters that an input method is still composing are not searched.
    if (isSearched || isComposing) return undefined
    const timer = setTimeout(() => search(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, isSearched, isComposing, search])
  return (
    <Input
      data-hq-search
      type="search"
      allowClear
      prefix={<SearchOutlined />}
      aria-label={placeholder}
      placeholder={placeholder}
      style={{ width }}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPressEnter={() => search(text)}
    />
  )
}
