import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../lib/use-call.ts'

type PhraseMenuProps = {
  /** code of the dictionary that holds the phrases */
  dictionary: string
  value: string
  onChange: (text: string) => void
}

const BETWEEN = '；'

/** 常用语: phrases that are often written in this field, kept in a dictionary; a chosen phrase is appended to the text. */
export function PhraseMenu({ dictionary, value, onChange }: PhraseMenuProps): ReactNode {
  const { data } = useRead('queryDictionariesByCodes', { codes: [dictionary] }, { staleTime: 60_000 })
  const phrases = data?.[0]?.entries ?? []
  if (phrases.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      menu={{
        items: phrases.map((entry) => ({
          key: entry.value,
          label: entry.label,
          disabled: value.includes(entry.label),
          onClick: () => onChange(value === '' ? entry.label : `${value}${BETWEEN}${entry.label}`),
        })),
      }}
    >
      <Button type="link" size="small" style={{ height: 'auto', padding: 0 }}>
        常用语
      </Button>
    </Dropdown>
  )
}
