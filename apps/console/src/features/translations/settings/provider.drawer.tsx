import { PROVIDER_FIELDS } from '@huoqiao/contract/translations/providers.fields'
import type { ProviderFields, TranslationProvider } from '@huoqiao/contract/translations/providers.schema'
import { PICTURE_READERS, PROVIDER_ADDRESSES, PROVIDER_KINDS } from '@huoqiao/contract/translations/providers.status'
import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'
import { Form, Input, Select, Switch } from 'antd'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { yuanText } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { NumberField, within } from '../../../ui/count-field.tsx'
import { comparedFields, formItem } from '../../../ui/field-form.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'

/** Amounts in yuan, as typed; they are sent in fen. */
type Values = Required<Omit<ProviderFields, 'monthlyBudget' | 'secretKey'>> & {
  monthlyBudget: number | null
  secretKey: string
}

const YUAN = { least: 0, most: 1_000_000 }
const TIMEOUT = { least: 1, most: 600 }
const POSITION = { least: 0, most: 1000 }
const KEPT = '已保存，留空则不改'
const item = formItem(PROVIDER_FIELDS)
const fields = comparedFields<Values, typeof PROVIDER_FIELDS>(PROVIDER_FIELDS, {
  name: 'plain',
  kind: 'plain',
  enabled: 'plain',
  position: 'plain',
  address: 'plain',
  keyId: 'plain',
  secretKey: null,
  region: 'plain',
  model: 'plain',
  tone: 'plain',
  timeoutSeconds: 'plain',
  pricePerMillion: ({ pricePerMillion }) => yuanText(pricePerMillion * 100),
  readsPictures: 'plain',
  pricePerPicture: ({ pricePerPicture }) => yuanText(pricePerPicture * 100),
  monthlyBudget: ({ monthlyBudget }) => (monthlyBudget === null ? '不限' : yuanText(monthlyBudget * 100)),
})
const KINDS = (Object.keys(PROVIDER_KINDS) as ProviderKind[]).map((value) => ({ value, label: PROVIDER_KINDS[value] }))

const valuesOf = (of: TranslationProvider | undefined): Values => ({
  name: of?.name ?? '',
  kind: of?.kind ?? 'deepl',
  enabled: of?.enabled ?? true,
  position: of?.position ?? 0,
  address: of?.address ?? '',
  keyId: of?.keyId ?? '',
  secretKey: '',
  region: of?.region ?? '',
  model: of?.model ?? '',
  tone: of?.tone ?? '',
  timeoutSeconds: of?.timeoutSeconds ?? 60,
  pricePerMillion: (of?.pricePerMillion ?? 0) / 100,
  readsPictures: of?.readsPictures ?? false,
  pricePerPicture: (of?.pricePerPicture ?? 0) / 100,
  monthlyBudget: of?.monthlyBudget == null ? null : of.monthlyBudget / 100,
})

type ProviderDrawerProps = { row: TranslationProvider | undefined; onClose: () => void }

export default function ProviderDrawer({ row, onClose }: ProviderDrawerProps): ReactNode {
  const add = useAct('addTranslationProvider')
  const update = useAct('updateTranslationProvider')
  const mayAdd = useMay('addTranslationProvider')
  const mayUpdate = useMay('updateTranslationProvider')
  return (
    <RecordDrawer<TranslationProvider, Values>
      noun="翻译服务"
      draftKey="translation-provider"
      row={row}
      valuesOf={valuesOf}
      fields={fields}
      secrets={['secretKey']}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={({ kind, pricePerMillion, pricePerPicture, monthlyBudget, ...values }, of) => {
        const sent = {
          ...values,
          // The switch may still be on from before a kind was chosen that cannot read pictures.
          readsPictures: values.readsPictures && PICTURE_READERS.includes(row?.kind ?? kind),
          pricePerMillion: Math.round(pricePerMillion * 100),
          pricePerPicture: Math.round(pricePerPicture * 100),
          monthlyBudget: monthlyBudget === null ? null : Math.round(monthlyBudget * 100),
        }
        return of ? update.run({ ...sent, ...of }) : add.run({ ...sent, kind })
      }}
      onClose={onClose}
    >
      {(form, current) => <ProviderForm form={form} row={current} />}
    </RecordDrawer>
  )
}

type ProviderFormProps = { form: FormInstance<Values>; row: TranslationProvider | undefined }

function ProviderForm({ form, row }: ProviderFormProps): ReactNode {
  const kind = Form.useWatch<ProviderKind | undefined>('kind', form) ?? row?.kind ?? 'deepl'
  return (
    <>
      <Form.Item {...item('kind')} extra={row ? '类型不能改，需要另一种请新增翻译服务。' : undefined}>
        <Select disabled={row !== undefined} options={KINDS} />
      </Form.Item>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} ref={row ? undefined : firstFocus} placeholder="例如 DeepL 专业版" />
      </Form.Item>
      <Form.Item {...item('address')} extra={ADDRESS_HINTS[kind] ?? '留空则用官方地址'}>
        <Input maxLength={300} placeholder={PROVIDER_ADDRESSES[kind]} />
      </Form.Item>
      {kind === 'aliyun' ? (
        <Form.Item {...item('keyId')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      ) : null}
      <Form.Item {...item('secretKey')} rules={row ? [] : [{ required: true }]}>
        <Input.Password maxLength={500} autoComplete="new-password" placeholder={row?.hasKey ? KEPT : ''} />
      </Form.Item>
      {kind === 'azure' ? (
        <Form.Item {...item('region')} extra="区域资源必填，例如 eastasia；全球资源留空。">
          <Input maxLength={64} />
        </Form.Item>
      ) : null}
      {kind === 'openai' ? (
        <Form.Item {...item('model')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={100} placeholder="接口文档里的模型名称" />
        </Form.Item>
      ) : null}
      {kind === 'openai' || kind === 'deepl' ? (
        <Form.Item
          {...item('tone')}
          extra={kind === 'deepl' ? '写“正式”或“口语”，别的不起作用。' : '例如：亲切，用“du”称呼顾客。'}
        >
          <Input.TextArea maxLength={1000} rows={2} />
        </Form.Item>
      ) : null}
      <Form.Item {...item('pricePerMillion')} rules={[within(YUAN)]} extra="按原文字符算，用来预估和记账。">
        <NumberField {...YUAN} precision={2} prefix="¥" style={{ width: 180 }} />
      </Form.Item>
      {PICTURE_READERS.includes(kind) ? (
        <>
          <Form.Item
            {...item('readsPictures')}
            valuePropName="checked"
            extra="打开后，点“识别”会把商品图片发给它；模型要能看图片。"
          >
            <Switch />
          </Form.Item>
          <Form.Item
            {...item('pricePerPicture')}
            rules={[within(YUAN)]}
            extra="识别一张图片大约花多少，用来预估和记账。"
          >
            <NumberField {...YUAN} precision={2} prefix="¥" style={{ width: 180 }} />
          </Form.Item>
        </>
      ) : null}
      <Form.Item {...item('monthlyBudget')} rules={[within(YUAN)]} extra="到了就暂停，不再发送；不填就是不限。">
        <NumberField {...YUAN} precision={2} prefix="¥" style={{ width: 180 }} />
      </Form.Item>
      <Form.Item {...item('timeoutSeconds')} rules={[{ required: true }, within(TIMEOUT)]}>
        <NumberField {...TIMEOUT} precision={0} />
      </Form.Item>
      <Form.Item {...item('position')} extra="小的先用。" rules={[{ required: true }, within(POSITION)]}>
        <NumberField {...POSITION} precision={0} />
      </Form.Item>
      <Form.Item {...item('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

const ADDRESS_HINTS: Partial<Record<ProviderKind, string>> = {
  deepl: '免费版是 https://api-free.deepl.com；留空则用专业版的地址',
  openai: '到 /v1 为止；留空则用 OpenAI 的地址',
}
