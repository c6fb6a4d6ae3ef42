import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'

type SearchFieldProps = { value: string; onSearch: (text: string) => void; placeholder: string; width?: number }

/** The search field of a list: it searches 500 ms after the last key, or at once on Enter. The key `/` focuses it. */
export function SearchField({ value, onSearch, placeholder, width = 220 }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const hear = useRef(onSearch)
  useEffect(() => {
    hear.current = onSearch
  })
  // The address changed from outside (reset, back): it replaces what was typed before.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === known) return undefined
    const timer = setTimeout(() => hear.current(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, known])
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
      onPressEnter={() => onSearch(typed.trim())}
    />
  )
}
