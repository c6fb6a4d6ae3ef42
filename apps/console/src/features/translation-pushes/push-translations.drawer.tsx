import { languageName } from '@huoqiao/contract/languages'
import type { DryRunField, ShopChange } from '@huoqiao/contract/shop-change'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../lib/client.ts'
import { actInPieces, inPieces } from '../../lib/in-pieces.ts'
import { NO_RIGHT, useMay } from '../../lib/permission.tsx'
import { invalidateLists } from '../../lib/query-client.ts'
import type { SlotProps } from '../../lib/slots.tsx'
import { Slot } from '../../lib/slots.tsx'
import { StorePicker, useGetAllShopifyStores } from '../../pickers/store-picker.tsx'
import styles from './translation-pushes.module.css'

/** Maximum number of products of one dry run call, and of one task (contract). */
const A_LOOK = 50
const A_WRITE = 2000

/** 写入译文: the present and the new texts of each product in the shop's languages; then a task writes them. */
export default function PushTranslationsDrawer({
  products: given,
  onClose,
}: SlotProps['push-translations']): ReactNode {
  // Fixed when the window is opened: a later change of the selection does not restart the dry run.
  const [products] = useState(given)
  const may = useMay('pushTranslations')
  const { stores } = useGetAllShopifyStores()
  const [chosen, choose] = useState<{ storeId?: string | undefined; locales?: string[] }>({})
  const store = stores?.find(({ id }) => id === chosen.storeId) ?? stores?.find((one) => languagesOf(one).length > 0)
  const storeId = store?.id
  const locales = useMemo(() => chosen.locales ?? languagesOf(store), [chosen.locales, store])
  const load = useCallback(
    async (found: (items: readonly ShopChange[]) => void, signal: AbortSignal) => {
      if (storeId === undefined || locales.length === 0) return
      for (const piece of inPieces(products, A_LOOK)) {
        if (signal.aborted) return
        const input = { storeId, productIds: piece.map(({ id }) => id), locales }
        found((await call('previewTranslationPush', input, { signal })).items)
      }
    },
    [products, storeId, locales],
  )
  async function write(
    approved: readonly ShopChange[],
    chosen: ReadonlyMap<string, readonly string[]>,
  ): Promise<BulkOutcome> {
    const keyOf = ({ key }: ShopChange): string => key
    const outcome = await actInPieces(approved, A_WRITE, keyOf, async (piece) => {
      const productIdOf = ({ key }: ShopChange): string => key.split(':')[0]!
      const answer = await call('pushTranslations', {
        storeId: storeId!,
        productIds: piece.map(productIdOf),
        locales,
        approvals: piece.map((item) => ({
          productId: productIdOf(item),
          contentHash: item.contentHash,
          overwrite: [...(chosen.get(item.key) ?? [])],
        })),
      })
      return { ...answer.rows, rows: answer.rows.rows.map((row) => ({ ...row, key: `${row.key}:${storeId}` })) }
    })
    await invalidateLists(['translation-pushes'])
    return outcome
  }
  return (
    <Slot
      name="shop-change"
      title={`写入译文预演 · ${products.length} 个商品`}
      word="写入"
      refused={may ? whyNot(store, locales) : NO_RIGHT}
      total={locales.length === 0 || storeId === undefined ? 0 : products.length}
      load={load}
      write={write}
      isChoosable={isTheirs}
      extra={
        <div className={styles.choices}>
          <StorePicker value={storeId} onChange={(id) => choose({ storeId: id })} />
          <LanguageChoice store={store} value={locales} onChange={(next) => choose({ storeId, locales: next })} />
        </div>
      }
      onClose={onClose}
    />
  )
}

/** A text that staff or another app changed or removed in the shop; it is kept unless the person chooses ours. */
const isTheirs = ({ conflict }: DryRunField): boolean => conflict

/** The languages that translations can be written into: all but the primary one. */
const languagesOf = (store: Store | undefined): string[] =>
  (store?.languages ?? []).filter(({ primary }) => !primary).map(({ locale }) => locale)

function whyNot(store: Store | undefined, locales: readonly string[]): string | undefined {
  if (!store) return '还没有可以写入的店铺'
  if (store.languagesReadAt === null) return '还不知道店铺有哪些语言；在系统配置里检查店铺的连接'
  if (languagesOf(store).length === 0) return '店铺只有主语言；在店铺后台的“语言”里添加，再检查连接'
  return locales.length === 0 ? '请选择语言' : undefined
}

type LanguageChoiceProps = {
  store: Store | undefined
  value: readonly string[]
  onChange: (locales: string[]) => void
}

/** The shop's languages without the primary one; unpublished ones are marked. */
function LanguageChoice({ store, value, onChange }: LanguageChoiceProps): ReactNode {
  return (
    <Select
      mode="multiple"
      aria-label="语言"
      placeholder="选择语言"
      className={styles.languages}
      maxTagCount="responsive"
      value={[...value]}
      options={(store?.languages ?? [])
        .filter(({ primary }) => !primary)
        .map(({ locale, published }) => ({
          value: locale,
          label: `${languageName(locale)}${published ? '' : '（未发布）'}`,
        }))}
      notFoundContent="店铺只有主语言"
      onChange={onChange}
    />
  )
}
