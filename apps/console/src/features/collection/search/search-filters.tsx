import { SEARCH_FILTERS, SEARCH_SORTS } from '@huoqiao/contract/collection/collection.words'
import { SEARCH_LANGUAGES } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { SearchLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import { parseMinor } from '@huoqiao/kit/money'
import { Button, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { plainMoney } from '../../../lib/index.ts'
import { PriceField } from '../../../ui/index.ts'
import { yuan } from '../../../lib/format.ts'
import type { FilterWord, OfferFilters, SortWord } from './search.query.ts'
import { chosenFilters, knownLanguage, knownSort } from './search.query.ts'
import styles from './search-filters.module.css'

type FiltersProps = { filters: OfferFilters; onChange: (values: Partial<OfferFilters>) => void }

const SORTS = (Object.entries(SEARCH_SORTS) as [SortWord, string][]).map(([value, label]) => ({ value, label }))

const LANGUAGES = (Object.entries(SEARCH_LANGUAGES) as [SearchLanguage, string][]).map(([value, label]) => ({
  value,
  label,
}))

export function SearchFilters({ filters, onChange }: FiltersProps): ReactNode {
  const set = chosenFilters(filters.filters)
  const toggle = (word: FilterWord, isOn: boolean): void =>
    onChange({ filters: (isOn ? [...set, word] : set.filter((one) => one !== word)).join(',') })
  return (
    <>
      <Select
        aria-label="搜索语言"
        title="关键词和译文标题的语言"
        style={{ width: 124 }}
        value={knownLanguage(filters.language)}
        options={LANGUAGES}
        onChange={(language) => onChange({ language })}
      />
      <Select
        aria-label="排序"
        style={{ width: 124 }}
        value={knownSort(filters.sort)}
        options={SORTS}
        onChange={(sort) => onChange({ sort })}
      />
      <PriceRange key={`${filters.priceStart}-${filters.priceEnd}`} filters={filters} onChange={onChange} />
      <span className={styles.chips} role="group" aria-label="货源条件">
        {(Object.entries(SEARCH_FILTERS) as [FilterWord, string][]).map(([word, label]) => (
          <Tag.CheckableTag key={word} checked={set.includes(word)} onChange={(isOn) => toggle(word, isOn)}>
            {label}
          </Tag.CheckableTag>
        ))}
      </span>
    </>
  )
}

/** Both ends are applied together, on Enter or when the field is left: applying one end first would cost a second marketplace call. */
function PriceRange({ filters, onChange }: FiltersProps): ReactNode {
  const [from, setFrom] = useState(() => read(filters.priceStart))
  const [to, setTo] = useState(() => read(filters.priceEnd))
  const isTurned = from !== null && to !== null && from > to
  const priceStart = plainMoney(yuan(from))
  const priceEnd = plainMoney(yuan(to))
  const isChanged = priceStart !== filters.priceStart || priceEnd !== filters.priceEnd
  const apply = (): void => {
    if (!isTurned && isChanged) onChange({ priceStart, priceEnd })
  }
  return (
    <form
      className={styles.range}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) apply()
      }}
    >
      <PriceField
        currency="CNY"
        value={from}
        onChange={setFrom}
        placeholder="最低价"
        aria-label="最低价"
        {...(isTurned ? { status: 'error' as const } : {})}
      />
      –
      <PriceField
        currency="CNY"
        value={to}
        onChange={setTo}
        placeholder="最高价"
        aria-label="最高价"
        {...(isTurned ? { status: 'error' as const } : {})}
      />
      {isTurned ? <span className={styles.wrong}>最高价不能低于最低价</span> : null}
      {isChanged && !isTurned ? <Button htmlType="submit">确定</Button> : null}
    </form>
  )
}

/** An address edited by hand may contain anything. */
const read = (text: string): number | null => (/^\d{1,7}(\.\d{1,2})?$/.test(text) ? parseMinor(text, 'CNY') : null)
