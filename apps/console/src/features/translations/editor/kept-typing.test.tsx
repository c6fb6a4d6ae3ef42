// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { CALLS } from 'virtual:contract'
import { expect, it } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { go, leavePage, openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { useAddressField } from '../../../lib/address-field.ts'
import TranslationDrawer from './translation.drawer.tsx'

const READ = `GET ${CALLS.getProductTranslations.path}`
const SAVE = `POST ${CALLS.saveTranslations.path}`
type Stored = { title: string; type: string; version: number }
let stored: Stored
const translation = (text: string) => ({
  text,
  state: 'approved',
  origin: 'manual',
  locked: true,
  formerSource: null,
  by: '小王',
  at: 0,
  version: stored.version,
})
const field = (name: 'title' | 'type', label: string) => ({
  field: name,
  label,
  format: 'plain',
  most: 255,
  source: 'Lamp',
  sourceLocale: 'en',
  translation: translation(stored[name]),
  general: null,
  markets: [],
  others: [],
  terms: [],
  proposals: [],
  problems: [],
})
const sheet = () => ({
  productId: 'p1',
  title: 'Lamp',
  image: null,
  locale: 'de',
  market: null,
  markets: [],
  sheet: { locale: 'de', state: 'approved', total: 2, missing: 0, outdated: 0, machine: 0, approved: 2 },
  fields: [field('title', '标题'), field('type', '类型')],
  can: { saveTranslations: true, approveTranslations: true },
})
type Edits = { edits: { field: 'title' | 'type'; text: string; version: number }[] }
/** If set: a save waits until `now` is called. */
let answerSave: { now?: () => void } | undefined
const bench = openPageBench({
  [READ]: sheet,
  [`GET ${CALLS.getProductPictures.path}`]: () => ({ productId: 'p1', locale: 'de', pictures: [], can: {} }),
  [SAVE]({ body }, res) {
    const { edits } = JSON.parse(body) as Edits
    if (edits.some(({ version }) => version !== stored.version))
      return { code: 409, msg: '已被别人修改', data: { refusal: 'stale', what: '已被别人修改', current: sheet() } }
    for (const one of edits) stored = { ...stored, [one.field]: one.text, version: stored.version + 1 }
    const data = sheet()
    if (!answerSave) return data
    answerSave.now = () => reply(res, { code: 200, msg: '', message: '', data })
    return undefined
  },
})

/** Without motion: antd renders nothing new in a drawer that is still sliding in. */
function Page(): ReactNode {
  const [product, open] = useAddressField('product')
  if (product === undefined) return <p>表格</p>
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <TranslationDrawer
        productId="p1"
        locale="de"
        locales={['de']}
        onLocale={() => undefined}
        onClose={() => open(undefined)}
      />
    </ConfigProvider>
  )
}
const shown = async (): Promise<void> => {
  showPage(bench, <Page />, '/x?product=p1.de')
  await screen.findByLabelText('标题的德语译文')
}
const opened = (): Promise<void> => {
  stored = { title: 'Lampe', type: 'Leuchte', version: 1 }
  answerSave = undefined
  return shown()
}
const text = (label: string): HTMLTextAreaElement => screen.getByLabelText(`${label}的德语译文`)
const type = (label: string, value: string): boolean => fireEvent.change(text(label), { target: { value } })
const save = (label: string): boolean => fireEvent.keyDown(text(label), { key: 'Enter', ctrlKey: true })

it('what is typed while a save is under way stays, in the same text and in another', async () => {
  await opened()
  answerSave = {}
  type('标题', 'Lampe 1')
  save('标题')
  await waitFor(() => expect(answerSave?.now).toBeDefined())
  type('标题', 'Lampe 1 cm')
  type('类型', 'Licht')
  answerSave.now!()
  await waitFor(() => expect(toasts()).toContain('已保存 1 段'))
  expect([text('标题').value, text('类型').value]).toEqual(['Lampe 1 cm', 'Licht'])
  expect(screen.queryByText('别人刚把这段改成')).toBeNull()
  answerSave = undefined
  fireEvent.click(await screen.findByRole('button', { name: /保存（2）$/ }))
  await waitFor(() => expect(stored).toMatchObject({ title: 'Lampe 1 cm', type: 'Licht' }))
  expect(await screen.findByRole('button', { name: /保\s?存$/ })).toBeTruthy()
})

it('a second save waits for the first, because it would send the same text with its former version', async () => {
  await opened()
  answerSave = {}
  type('标题', 'Lampe 1')
  save('标题')
  await waitFor(() => expect(answerSave?.now).toBeDefined())
  save('标题')
  expect(toasts()).toEqual(['上一次保存还没有完成，请稍后再保存'])
  answerSave.now!()
  await waitFor(() => expect(toasts()).toContain('已保存 1 段'))
  expect(bench.app.count(SAVE)).toBe(1)
})

it('a text that others changed meanwhile is shown, what was typed stays over it, and the next save has it', async () => {
  await opened()
  type('标题', 'Meine Lampe')
  stored = { ...stored, title: 'Ihre Lampe', version: 7 }
  save('标题')
  expect(await screen.findByText('别人刚把这段改成')).toBeTruthy()
  expect(screen.getByText('Ihre Lampe', { selector: 'span' })).toBeTruthy()
  expect(text('标题').value).toBe('Meine Lampe')
  save('标题')
  await waitFor(() => expect(stored.title).toBe('Meine Lampe'))
  await waitFor(() => expect(screen.queryByText('别人刚把这段改成')).toBeNull())
})

it('their text can be taken in place of what was typed', async () => {
  await opened()
  type('标题', 'Meine Lampe')
  stored = { ...stored, title: 'Ihre Lampe', version: 7 }
  save('标题')
  fireEvent.click(await screen.findByText('用别人的'))
  expect(text('标题').value).toBe('Ihre Lampe')
  expect(bench.app.count(SAVE)).toBe(1)
})

it('what was typed is there again after the window was closed, and says so when others saved since', async () => {
  await opened()
  type('标题', 'Meine Lampe')
  leavePage()
  stored = { ...stored, title: 'Ihre Lampe', version: 7 }
  await shown()
  expect(text('标题').value).toBe('Meine Lampe')
  expect(screen.getByText('别人刚把这段改成')).toBeTruthy()
  fireEvent.click(screen.getByText('放弃这些修改'))
  expect(text('标题').value).toBe('Ihre Lampe')
})

it('leaving asks, by the browser as by the drawer, and a draft is left', async () => {
  await opened()
  await go(bench, '/x?product=p1.de&page=2')
  expect(screen.queryByText('有没保存的修改')).toBeNull()
  type('标题', 'Meine Lampe')
  await go(bench, '/x')
  fireEvent.click(await screen.findByText('留在这里'))
  await waitFor(() => expect(screen.queryByText('有没保存的修改')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByText('留着草稿离开'))
  expect(await screen.findByText('表格')).toBeTruthy()
  await go(bench, '/x?product=p1.de')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('标题的德语译文')).value).toBe('Meine Lampe')
})
