import type { ProductPicture, ProductPictures } from '@huoqiao/contract/translations/pictures.schema'
import type { PictureState } from '@huoqiao/contract/translations/pictures.status'
import { needsOwn, wordsOf } from './pictures.rules.ts'
import type { ShownPicture } from './pictures.rules.ts'
import type { PictureRow } from './pictures.store.ts'
import type { OpenProduct } from './text-writing.service.ts'

export const RECYCLED = '商品在回收站，请先恢复'
export const NO_READER = '没有能识别图片的翻译服务'
export const HOW_TO_HAVE_ONE = '在“术语与翻译服务”里，给一个大模型打开“能识别图片上的文字”；或自己填写图片上的文字'
export const SEEN_BY_PERSON = '人看过了，不再识别'

const stateOf = (row: PictureRow | undefined): PictureState =>
  row === undefined ? 'unseen' : row.words === '' ? 'blank' : 'words'

export const titleOf = ({ doc }: Pick<OpenProduct, 'doc'>): string => doc.title || doc.titleZh

/** `hasReader`: a provider is set up to read pictures. */
export function picturesView(product: OpenProduct, locale: string, hasReader: boolean): ProductPictures {
  const isLive = product.doc.recycledAt === null || RECYCLED
  const pictures = product.pictures.map((picture) =>
    pictureView(picture, wordsOf(picture, product.words), locale, { isLive, hasReader }),
  )
  const isOpen = pictures.some(({ state, origin }) => state === 'unseen' || origin === 'machine')
  return {
    productId: product.doc.id,
    title: titleOf(product),
    locale,
    pictures,
    can: { recognisePictures: isLive !== true ? isLive : hasReader ? isOpen || '没有要识别的图片' : NO_READER },
  }
}

function pictureView(
  picture: ShownPicture,
  row: PictureRow | undefined,
  locale: string,
  { isLive, hasReader }: { isLive: true | string; hasReader: boolean },
): ProductPicture {
  return {
    pictureId: picture.id,
    label: picture.label,
    url: picture.url,
    state: stateOf(row),
    words: row?.words ?? '',
    language: row?.language ?? null,
    origin: row?.origin ?? null,
    providerName: row?.providerName ?? null,
    by: row?.byName ?? null,
    at: row?.at.getTime() ?? null,
    version: row?.version ?? 0,
    needsOwn: needsOwn(row, locale),
    accepted: row?.accepted.includes(locale) ?? false,
    can: {
      savePictureWords: isLive,
      acceptPicture: isLive !== true ? isLive : (row !== undefined && row.words !== '') || '图片上没有文字',
      recognisePicture: isLive !== true ? isLive : row?.origin === 'manual' ? SEEN_BY_PERSON : hasReader || NO_READER,
    },
  }
}
