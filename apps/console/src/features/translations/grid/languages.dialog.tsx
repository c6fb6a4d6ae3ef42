import { languageName } from '@huoqiao/contract/languages'
import { TRANSLATION_FIELDS } from '@huoqiao/contract/translations/translations.fields'
import { LOCALES } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Button, Form, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { useAct } from '../../../lib/use-call.ts'
import { useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'

const OPTIONS = (Object.keys(LOCALES) as Locale[]).map((value) => ({ value, label: LOCALES[value] }))

type LanguagesDialogProps = { languages: CallOutput<'queryTranslationLanguages'>; onClose: () => void }

/** Which languages products are translated into, in the order of the columns. */
export default function LanguagesDialog({ languages, onClose }: LanguagesDialogProps): ReactNode {
  const [locales, setLocales] = useState<Locale[]>([...languages.locales])
  const [imperial, setImperial] = useState<Locale[]>([...languages.imperial])
  const { run, isPending } = useAct('saveTranslationLanguages')
  const ofShops = useLanguagesOfShops().filter((locale) => !locales.includes(locale))
  async function save(): Promise<void> {
    const kept = imperial.filter((locale) => locales.includes(locale))
    const done = await run({ locales, imperial: kept, version: languages.version })
    if (!done.ok) return
    toast.success(locales.length > languages.locales.length ? '已保存，新的语言马上开始统计' : '已保存')
    onClose()
  }
  return (
    <Modal
      open
      centered
      width={560}
      title="翻译成哪些语言"
      okText="保存"
      cancelText="取消"
      confirmLoading={isPending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={TRANSLATION_FIELDS.locales.label}
          extra={
            <>
              {ofShops.length > 0 ? (
                <Button
                  type="link"
                  style={{ padding: 0, height: 'auto' }}
                  onClick={() => setLocales([...locales, ...ofShops])}
                >
                  加上店铺已发布的语言：{ofShops.map(languageName).join('、')}
                </Button>
              ) : null}
              <div>去掉的语言不再显示，译文保留。</div>
            </>
          }
        >
          <Select<Locale[]>
            mode="multiple"
            aria-label={TRANSLATION_FIELDS.locales.label}
            placeholder="例如 德语、法语、日语"
            showSearch={{ optionFilterProp: 'label' }}
            value={locales}
            options={OPTIONS}
            onChange={setLocales}
          />
        </Form.Item>
        <Form.Item
          label={TRANSLATION_FIELDS.imperial.label}
          extra="厘米换算成英寸，公斤换算成磅；按公式换算，不由机器翻译。"
        >
          <Select<Locale[]>
            mode="multiple"
            aria-label={TRANSLATION_FIELDS.imperial.label}
            placeholder="没有"
            value={imperial}
            options={OPTIONS.filter(({ value }) => locales.includes(value))}
            onChange={setImperial}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The published languages of all shops without the primary ones, as far as products can be translated into them. */
function useLanguagesOfShops(): Locale[] {
  const { stores } = useGetAllShopifyStores()
  const published = (stores ?? []).flatMap(({ languages }) =>
    languages.filter((one) => one.published && !one.primary).map(({ locale }) => locale),
  )
  return [...new Set(published)].filter((locale): locale is Locale => Object.hasOwn(LOCALES, locale))
}
