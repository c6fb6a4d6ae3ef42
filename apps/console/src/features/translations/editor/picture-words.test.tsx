// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { CALLS } from 'virtual:contract'
import { expect, it } from 'vitest'
import { leavePage, openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { PictureWordsSection } from './picture-words.section.tsx'
import { usePictureWords } from './use-picture-words.ts'

const SAVE = `POST ${CALLS.savePictureWords.path}`
const ACCEPT = `POST ${CALLS.acceptPicture.path}`
const RECOGNISE = `POST ${CALLS.recognisePicture.path}`
const MAY = { savePictureWords: true, acceptPicture: true, recognisePicture: true }
const picture = (pictureId: string, label: string, over: object = {}) => ({
  pictureId,
  label,
  url: '',
  state: 'unseen',
  words: '',
  language: null,
  origin: null,
  providerName: null,
  by: null,
  at: null,
  version: 0,
  needsOwn: false,
  accepted: false,
  can: MAY,
  ...over,
})
const read = {
  state: 'words',
  words: '包邮',
  language: 'zh-CN',
  origin: 'machine',
  providerName: '大模型',
  at: 0,
  version: 3,
}
const sheet = (can: object) => ({
  productId: 'p1',
  title: '台灯',
  locale: 'de',
  pictures: [picture('a', '图片 1', answers.first), picture('b', '图片 2', { ...read, needsOwn: true })],
  can,
})
const answers = { can: { recognisePictures: true } as object, first: {} as object }
const bench = openPageBench({
  [`GET ${CALLS.getProductPictures.path}`]: () => sheet(answers.can),
  [`POST ${CALLS.foreseeRecognition.path}`]: () => ({
    products: 1,
    pictures: 1,
    known: 0,
    kept: 1,
    unreadable: 0,
    cost: 3,
    providerName: '大模型',
    budgetLeft: 500,
    problem: '',
  }),
  [SAVE]: () => sheet(answers.can),
  [ACCEPT]: () => sheet(answers.can),
  [RECOGNISE]: () => sheet(answers.can),
})

function Section(): ReactNode {
  const words = usePictureWords('p1', 'de')
  return (
    <>
      <PictureWordsSection productId="p1" locale="de" words={words} />
      <output>{words.dirty}</output>
    </>
  )
}
const row = (name: string): Promise<HTMLElement> => screen.findByRole('listitem', { name })
const press = (inside: HTMLElement, name: RegExp): boolean =>
  fireEvent.click(within(inside).getByRole('button', { name }))
const sent = (name: string): unknown => JSON.parse(bench.app.asked.find((one) => one.name === name)!.body)

it('shows what stands on each picture, who said so, and which need a picture of the language', async () => {
  showPage(bench, <Section />, '/')
  expect(within(await row('图片 1')).getByText('没看过')).toBeTruthy()
  const second = within(await row('图片 2'))
  expect(second.getByText('这张图需要德语版')).toBeTruthy()
  expect(second.getByText(/大模型识别/)).toBeTruthy()
  expect(second.getByLabelText<HTMLTextAreaElement>('图片 2上的文字').value).toBe('包邮')
  expect(screen.getByText('1 张需要德语版，1 张没看过')).toBeTruthy()
  expect(await screen.findByText('把 1 张发给 大模型，约 ¥0.03，本月还剩 ¥5.00')).toBeTruthy()
})

it('saves what a person types with the language of its letters, or that there are no words', async () => {
  showPage(bench, <Section />, '/')
  const first = await row('图片 1')
  press(first, /^保\s?存$/)
  expect(toasts()).toEqual(['先填写图片上的文字；没有文字就点“没有文字”'])
  fireEvent.change(within(first).getByLabelText('图片 1上的文字'), { target: { value: '厂家直销' } })
  expect(screen.getByRole('status').textContent).toBe('1')
  press(first, /^保\s?存$/)
  await waitFor(() => expect(toasts()).toContain('已保存'))
  expect(sent(SAVE)).toEqual({
    productId: 'p1',
    pictureId: 'a',
    locale: 'de',
    version: 0,
    words: '厂家直销',
    language: 'zh-CN',
  })
  expect(screen.getByRole('status').textContent).toBe('0')
  bench.app.asked.length = 0
  press(await row('图片 2'), /没有文字/)
  await waitFor(() => expect(bench.app.count(SAVE)).toBeGreaterThan(0))
  expect(sent(SAVE)).toEqual({ productId: 'p1', pictureId: 'b', locale: 'de', version: 3 })
})

it('what was typed is there again after leaving, beside what others saved since', async () => {
  showPage(bench, <Section />, '/')
  fireEvent.change(within(await row('图片 1')).getByLabelText('图片 1上的文字'), { target: { value: '厂家直销' } })
  leavePage()
  answers.first = { ...read, words: '厂家批发', origin: 'manual' }
  showPage(bench, <Section />, '/')
  const first = within(await row('图片 1'))
  expect(first.getByLabelText<HTMLTextAreaElement>('图片 1上的文字').value).toBe('厂家直销')
  expect(first.getByText('厂家批发', { selector: 'span' })).toBeTruthy()
  fireEvent.click(first.getByText('用别人的'))
  expect(first.getByLabelText<HTMLTextAreaElement>('图片 1上的文字').value).toBe('厂家批发')
  answers.first = {}
})

it("keeps a person's statement that a picture needs no other, and confirms recognised words", async () => {
  showPage(bench, <Section />, '/')
  const second = await row('图片 2')
  press(second, /这样就行/)
  await waitFor(() => expect(bench.app.count(ACCEPT)).toBe(1))
  expect(sent(ACCEPT)).toMatchObject({ pictureId: 'b', accepted: true, version: 3 })
  await waitFor(() => expect(toasts()).toContain('不再提醒'))
  press(await row('图片 2'), /识别得对/)
  await waitFor(() => expect(bench.app.count(SAVE)).toBe(1))
  expect(sent(SAVE)).toMatchObject({ pictureId: 'b', words: '包邮', language: 'zh-CN' })
})

it('recognises one picture, and says why all can not be', async () => {
  answers.can = { recognisePictures: '没有能识别图片的翻译服务' }
  showPage(bench, <Section />, '/')
  press(await row('图片 1'), /^识\s?别$/)
  await waitFor(() => expect(bench.app.count(RECOGNISE)).toBe(1))
  const all = screen.getByRole<HTMLButtonElement>('button', { name: '识别没看过的图片' })
  expect([all.disabled, all.title]).toEqual([true, '没有能识别图片的翻译服务'])
})
