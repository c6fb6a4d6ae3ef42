import type { ENDPOINTS, InputOf } from '@huoqiao/contract'

type Form = Omit<InputOf<(typeof ENDPOINTS)['createStoreProduct']>, 'contentHash'>
type Live = {
  title: string
  status: string
  descriptionHtml: string
  variants: readonly { price: string; sku: string }[]
}

/**
 * Whether a product in the shop equals the form. Descriptions are compared by their words and pictures not at all, because the shop stores
 * both in its own form.
 */
export function isSameContent(live: Live, form: Form, price: string): boolean {
  const [variant] = live.variants
  return (
    live.title === form.title &&
    live.status === form.status &&
    Number(variant?.price) === Number(price) &&
    (variant?.sku ?? '') === form.sku &&
    wordsOf(live.descriptionHtml) === wordsOf(form.descriptionHtml)
  )
}
const wordsOf = (html: string): string => html.replace(/<[^<>]*>|&[a-z#0-9]+;|\s+/gi, '')

export const productInput = (form: Form, price: string) => ({
  title: form.title,
  descriptionHtml: form.descriptionHtml,
  status: form.status,
  productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
  variants: [
    {
      optionValues: [{ optionName: 'Title', name: 'Default Title' }],
      price,
      ...(form.sku === '' ? {} : { sku: form.sku }),
    },
  ],
  ...(form.imageUrl === undefined
    ? {}
    : { files: [{ originalSource: form.imageUrl, contentType: 'IMAGE' as const, alt: form.title }] }),
})
