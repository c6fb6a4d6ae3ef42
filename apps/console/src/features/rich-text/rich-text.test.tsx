// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import { PERSON } from '../../../test/person.ts'
import { session } from '../../lib/client.ts'
import RichTextPage from './rich-text.page.tsx'

const bench = openPageBench({})

it('the page to try the editor is for administrators only', async () => {
  showPage(bench, <RichTextPage />, '/test/tinymce')
  expect(await screen.findByRole('heading', { name: '富文本测试' })).toBeTruthy()
})

it('others are told so', async () => {
  session.refresh({ ...PERSON, roleType: 0 }, '')
  showPage(bench, <RichTextPage />, '/test/tinymce')
  expect(await screen.findByText('这个试验页只给管理员用。')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '富文本测试' })).toBeNull()
})
