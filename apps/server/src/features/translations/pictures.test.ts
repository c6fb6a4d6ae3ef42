import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureBench } from './pictures.testing.ts'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

let bench: TranslationBench
const at = pictureBench(
  () => bench,
  () => '',
)
beforeAll(async () => {
  bench = await startTranslationBench(['de', 'ja', 'zh-CN'])
})
afterAll(() => bench?.close())

const URL_A = 'https://pictures.example/a.jpg'

describe('the words on a picture', () => {
  it('are named by a person: the languages that they are not in need a picture of their own', async () => {
    const product = await at.product([URL_A, 'https://pictures.example/b.jpg'])
    expect(await at.picture(product)).toMatchObject({ state: 'unseen', version: 0, needsOwn: false })
    expect(await at.counted(product)).toBe(0)
    expect((await at.say(product, { words: '厂家直销\n包邮', language: 'zh-CN' })).code).toBe(200)
    expect(await at.picture(product)).toMatchObject({
      state: 'words',
      words: '厂家直销\n包邮',
      language: 'zh-CN',
      origin: 'manual',
      by: expect.any(String),
      version: 1,
      needsOwn: true,
    })
    expect(await at.picture(product, 'b')).toMatchObject({ state: 'unseen' })
    expect([await at.counted(product), await at.counted(product, 'zh-CN')]).toEqual([1, 0])
    const only = await bench.app.ok('queryTranslations', { locale: 'de', needsPictures: 'true', pageSize: 200 })
    expect(only.list.map(({ productId }) => productId)).toContain(product.id)
    const none = await bench.app.ok('queryTranslations', { locale: 'zh-CN', needsPictures: 'true' })
    expect(none.list).toEqual([])
    expect((await bench.app.ok('getTranslationCountByState', { locale: 'zh-CN', needsPictures: 'true' })).all).toBe(0)
  })

  it('may be none, and a number or a size is the same in every language', async () => {
    const product = await at.product([URL_A])
    await at.say(product, { words: '30 × 40', language: 'zh-CN' })
    expect(await at.picture(product)).toMatchObject({ state: 'words', needsOwn: false })
    await at.say(product, {})
    expect(await at.picture(product)).toMatchObject({ state: 'blank', words: '', language: null, needsOwn: false })
    expect(await at.counted(product)).toBe(0)
  })

  it('will do in a language if a person says so, until they are other words', async () => {
    const product = await at.product([URL_A])
    await at.say(product, { words: 'LUMIÈRE', language: 'fr' })
    expect((await at.accept(product, true)).code).toBe(200)
    expect(await at.picture(product)).toMatchObject({ needsOwn: false, accepted: true })
    expect([await at.counted(product), await at.counted(product, 'ja')]).toEqual([0, 1])
    expect((await at.accept(product, true)).data).toMatchObject({ refusal: 'unchanged' })
    await at.say(product, { words: 'LUMIÈRE', language: 'fr' })
    expect(await at.picture(product)).toMatchObject({ accepted: true })
    await at.say(product, { words: 'LUMIÈRE douce', language: 'fr' })
    expect(await at.picture(product)).toMatchObject({ accepted: false, needsOwn: true })
    await at.accept(product, true)
    await at.accept(product, false)
    expect(await at.counted(product)).toBe(1)
  })

  it('stay with a picture: not when another one takes its place, nor when it is left out of the product', async () => {
    const product = await at.product([URL_A])
    await at.say(product, { words: '包邮', language: 'zh-CN' })
    const changed = await bench.edit(product, { images: [{ id: 'a', url: 'https://pictures.example/new.jpg' }] })
    expect(await at.picture(product)).toMatchObject({ state: 'unseen' })
    expect(await at.counted(product)).toBe(0)
    const back = await bench.edit(changed, { images: [{ id: 'a', url: URL_A, alt: 'Lamp' }] })
    expect(await at.counted(product)).toBe(1)
    await bench.edit(back, { images: [{ id: 'a', url: URL_A, dropped: true }] })
    expect((await at.pictures(product)).pictures).toEqual([])
    expect(await at.counted(product)).toBe(0)
  })

  it('are counted in a language that is added later, and when texts are written', async () => {
    const product = await at.product([URL_A])
    await at.say(product, { words: '包邮', language: 'zh-CN' })
    await bench.languages(['de', 'ja', 'zh-CN', 'fr'])
    expect(await at.counted(product, 'fr')).toBe(1)
    await bench.save(product, { title: 'Leselampe' })
    expect(await at.counted(product)).toBe(1)
  })
})

describe('what is refused', () => {
  it('words without their language, an unknown picture, and an older look', async () => {
    const product = await at.product([URL_A])
    expect((await at.say(product, { words: '包邮' })).data).toMatchObject({
      fields: { language: '请选择文字是什么语言' },
    })
    const words = { productId: product.id, locale: 'de', words: '包邮', language: 'zh-CN', version: 0 }
    expect((await bench.app.call('savePictureWords', { ...words, pictureId: 'z' })).data).toMatchObject({
      refusal: 'not-found',
    })
    expect((await at.accept(product, true)).data).toMatchObject({ why: '图片上没有文字' })
    await at.say(product, {})
    expect((await bench.app.call('savePictureWords', { ...words, pictureId: 'a' })).data).toMatchObject({
      refusal: 'stale',
    })
    expect(await at.picture(product)).toMatchObject({ state: 'blank', version: 1 })
  })

  it('words on a product in the recycle bin', async () => {
    const product = await at.product([URL_A])
    await bench.app.ok('deleteProduct', { productId: product.id })
    await bench.quiet()
    expect((await at.say(product, { words: '包邮', language: 'zh-CN' })).data).toMatchObject({
      refusal: 'state-not-allowed',
      why: '商品在回收站，请先恢复',
    })
  })

  it('recognition, while no provider may read pictures', async () => {
    const product = await at.product([URL_A])
    const { can } = await at.pictures(product)
    expect(can['recognisePictures']).toBe('没有能识别图片的翻译服务')
    for (const answer of [
      await at.recognise(product),
      await bench.app.call('recognisePictures', { productIds: [product.id] }),
    ])
      expect(answer.data).toMatchObject({ refusal: 'state-not-allowed', why: '没有能识别图片的翻译服务' })
    expect(await bench.app.ok('foreseeRecognition', { productIds: [product.id] })).toMatchObject({
      providerName: null,
      problem: expect.stringContaining('没有能识别图片的翻译服务'),
    })
  })
})
