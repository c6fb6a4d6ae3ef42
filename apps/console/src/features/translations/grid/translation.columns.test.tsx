// @vitest-environment happy-dom
import type { LanguageSheet, TranslationRow } from '@huoqiao/contract/translations/translations.schema'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { translationColumns } from './translation.columns.tsx'

afterEach(cleanup)

const sheet = (locale: 'en' | 'de', counts: Partial<LanguageSheet>): LanguageSheet => ({
  locale,
  state: 'approved',
  total: 0,
  missing: 0,
  outdated: 0,
  machine: 0,
  approved: 0,
  pictures: 0,
  ...counts,
})
const row = {
  title: 'Lamp',
  titleZh: '台灯',
  languages: [sheet('en', {}), sheet('de', { total: 2, approved: 2 })],
} as unknown as TranslationRow

const cell = (key: 'en' | 'de'): ReactNode => {
  const column = translationColumns(['en', 'de'], () => undefined).find((one) => one.key === key)!
  return column.render!(undefined, row, 0) as ReactNode
}

it('a language in which the product is written is not called approved', () => {
  render(cell('en'))
  expect(screen.getByText('不用翻译')).toBeTruthy()
  expect(screen.queryByText('已审')).toBeNull()
})

it('a language whose texts are all approved says so', () => {
  render(cell('de'))
  expect(screen.getByText('已审')).toBeTruthy()
  expect(screen.getByText('2/2')).toBeTruthy()
})

it('says how many pictures a language needs of its own, also where no text is translated', () => {
  const shown = (counts: Partial<LanguageSheet>): string | null => {
    const rows = { ...row, languages: [sheet('en', { pictures: 3, ...counts })] }
    const column = translationColumns(['en'], () => undefined).find(({ key }) => key === 'en')!
    return render(column.render!(undefined, rows, 0) as ReactNode).container.textContent
  }
  expect(shown({})).toBe('不用翻译!需换图 3')
  const translated = shown({ total: 2, approved: 2 })
  expect(translated).toContain('需换图 3')
  expect(translated).toContain('2/2')
})
