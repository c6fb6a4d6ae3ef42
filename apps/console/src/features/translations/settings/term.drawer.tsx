import { languageName } from '@huoqiao/contract/languages'
import { GLOSSARY_TERM_FIELDS } from '@huoqiao/contract/translations/glossary.fields'
import type { GlossaryTerm, GlossaryTermFields } from '@huoqiao/contract/translations/glossary.schema'
import { TERM_KINDS } from '@huoqiao/contract/translations/glossary.status'
import type { TermKind } from '@huoqiao/contract/translations/glossary.status'
import { LOCALES } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Form, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { StorePicker, useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { comparedFields, formItem } from '../../../ui/field-form.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'

type Values = Omit<Required<GlossaryTermFields>, 'locale' | 'storeId'> & { locale: Locale | ''; storeId: string }
type Row = GlossaryTerm & { name: string }

const item = formItem(GLOSSARY_TERM_FIELDS)
const KINDS = (Object.keys(TERM_KINDS) as TermKind[]).map((value) => ({ value, label: TERM_KINDS[value] }))
const LANGUAGES = (Object.keys(LOCALES) as Locale[]).map((value) => ({ value, label: LOCALES[value] }))
const HINTS: Readonly<Record<TermKind, { source: string; note: string }>> = {
  forced: { source: '原文里的词', note: '什么时候用哪个形式，例如复数、格、性' },
  keep: { source: '原文里的词，例如品牌名，译文里原样保留', note: '' },
  forbidden: {
    source: '商品的文字和译文里不许出现的词，例如别人的品牌、医疗宣称',
    note: '为什么不许，会和拒绝一起显示',
  },
}

const fields = (storeNames: ReadonlyMap<string, string>) =>
  comparedFields<Values, typeof GLOSSARY_TERM_FIELDS>(GLOSSARY_TERM_FIELDS, {
    kind: 'plain',
    source: 'plain',
    target: 'plain',
    locale: ({ locale }) => (locale === '' ? '所有语言' : languageName(locale)),
    storeId: ({ storeId }) => (storeId === '' ? '所有店铺' : (storeNames.get(storeId) ?? storeId)),
    note: 'plain',
  })

type TermDrawerProps = {
  row: GlossaryTerm | undefined
  /** initial values of a new term */
  initial?: { source: string; locale: Locale }
  onClose: () => void
}

export default function TermDrawer({ row, initial, onClose }: TermDrawerProps): ReactNode {
  const add = useAct('addGlossaryTerm')
  const update = useAct('updateGlossaryTerm')
  const apply = useAct('applyGlossaryTerm')
  const mayAdd = useMay('addGlossaryTerm')
  const mayUpdate = useMay('updateGlossaryTerm')
  const mayApply = useMay('applyGlossaryTerm')
  const { stores } = useGetAllShopifyStores()
  const names = new Map((stores ?? []).map(({ id, name }) => [id, name]))

  /** Offers to replace the former translation of a corrected term in the translations that contain it. */
  async function offer(saved: GlossaryTerm): Promise<void> {
    const former = row?.target.split('|')[0]?.trim() ?? ''
    const now = saved.target.split('|')[0]?.trim() ?? ''
    if (!mayApply || saved.kind !== 'forced' || saved.locale === null || former === '' || former === now) return
    const isWanted = await askConfirm({
      title: `已有译文里的“${former}”也改成“${now}”？`,
      content: `只改原文里有“${saved.source}”的${languageName(saved.locale)}译文，可以整批撤销。`,
      okText: '都改',
      cancelText: '只用于以后',
    })
    if (!isWanted) return
    let changed = 0
    for (let after: string | undefined; ;) {
      const done = await apply.run({ id: saved.id, former, ...(after === undefined ? {} : { after }) })
      // The client has shown the refusal; the products that were changed before it are reported as well.
      if (!done.ok) return changed > 0 ? toast.success(`此前已改了 ${formatCount(changed)} 个商品`) : undefined
      changed += done.data.rows.succeeded
      after = done.data.next
      if (after === undefined) break
    }
    toast.success(`改了 ${formatCount(changed)} 个商品`)
  }

  return (
    <RecordDrawer<Row, Values>
      noun="术语"
      draftKey="glossary-term"
      row={row ? { ...row, name: row.source } : undefined}
      valuesOf={(of) => ({
        kind: of?.kind ?? 'forced',
        source: of?.source ?? initial?.source ?? '',
        target: of?.target ?? '',
        locale: of?.locale ?? (of ? '' : (initial?.locale ?? '')),
        storeId: of?.storeId ?? '',
        note: of?.note ?? '',
      })}
      fields={fields(names)}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={async ({ locale, storeId, ...values }, of) => {
        const sent = { ...values, locale: locale === '' ? null : locale, storeId: storeId === '' ? null : storeId }
        const done = of ? await update.run({ ...sent, ...of }) : await add.run(sent)
        if (!done.ok) return done
        void offer(done.data)
        return { ok: true, data: { ...done.data, name: done.data.source } }
      }}
      onClose={onClose}
    >
      {(form, current) => <TermForm kindNow={current?.kind ?? 'forced'} form={form} />}
    </RecordDrawer>
  )
}

type TermFormProps = { kindNow: TermKind; form: Parameters<typeof Form.useWatch>[1] }

function TermForm({ kindNow, form }: TermFormProps): ReactNode {
  const kind = (Form.useWatch('kind', form as never) as TermKind | undefined) ?? kindNow
  return (
    <>
      <Form.Item {...item('kind')}>
        <Select options={KINDS} />
      </Form.Item>
      <Form.Item {...item('source')} extra={HINTS[kind].source} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={200} ref={firstFocus} />
      </Form.Item>
      {kind === 'forced' ? (
        <Form.Item
          {...item('target')}
          extra="别的可以接受的形式（复数、变格）写在后面，用 | 隔开，例如 Lampe|Lampen"
          rules={[{ required: true, whitespace: true }]}
        >
          <Input maxLength={500} />
        </Form.Item>
      ) : null}
      <Form.Item {...item('locale')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={[{ value: '', label: '所有语言' }, ...LANGUAGES]} />
      </Form.Item>
      <Form.Item {...item('storeId')} label={GLOSSARY_TERM_FIELDS.storeName.label}>
        <StoreChoice />
      </Form.Item>
      <Form.Item {...item('note')} extra={HINTS[kind].note}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </>
  )
}

/** `value` and `onChange` are passed by Form.Item. */
function StoreChoice({ value = '', onChange }: { value?: string; onChange?: (storeId: string) => void }): ReactNode {
  return (
    <StorePicker allowClear placeholder="所有店铺" value={value} onChange={(storeId) => onChange?.(storeId ?? '')} />
  )
}
