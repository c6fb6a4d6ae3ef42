import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../lib/use-call.ts'

/** The entries of one dictionary. They change rarely, so that all forms of a page share one answer. */
export function useQueryDictionariesByCodes(code: string): Dictionary['entries'] {
  const { data } = useRead('queryDictionariesByCodes', { codes: [code] }, { staleTime: 60_000 })
  return data?.[0]?.entries ?? []
}

type PhraseMenuProps = {
  /** code of the dictionary that holds the phrases */
  dictionary: string
  value: string
  onChange: (text: string) => void
}

const BETWEEN = '；'

/** 常用语: phrases that are often written in this field, kept in a dictionary; a chosen phrase is appended to the text. */
export function PhraseMenu({ dictionary, value, onChange }: PhraseMenuProps): ReactNode {
  const phrases = useQueryDictionariesByCodes(dictionary)
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
