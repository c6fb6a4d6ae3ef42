import { STORE_FIELDS } from '@huoqiao/contract/stores/stores.fields'
import type { Store, StoreFields } from '@huoqiao/contract/stores/stores.schema'
import { STORE_LOCALES } from '@huoqiao/contract/stores/stores.status'
import { Form, Input, Segmented, Select } from 'antd'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { useAct, useMay } from '../../lib/index.ts'
import { EnvironmentMark } from '../../pickers/store-picker.tsx'
import { PriceRulePicker } from '../../pickers/price-rule-picker.tsx'
import { NumberField, within } from '../../ui/count-field.tsx'
import { comparedFields, formItem } from '../../ui/field-form.tsx'
import type { RecordField } from '../../ui/record-drawer.tsx'
import { RecordDrawer } from '../../ui/record-drawer.tsx'
import styles from './store-drawer.module.css'

const SHIP_DAYS = { least: 0, most: 60 }

type Values = {
  name: string
  origin: string
  grant: 'client' | 'token'
  clientId: string
  clientSecret: string
  accessToken: string
  priceRuleId: string | null
  locationId: string | null
  publicationIds: string[]
  locale: Store['locale']
  vendorName: string
  shipDays: number
}

const valuesOf = (row: Store | undefined): Values => ({
  name: row?.name ?? '',
  origin: row?.origin ?? '',
  grant: 'client',
  clientId: '',
  clientSecret: '',
  accessToken: '',
  priceRuleId: row?.priceRuleId ?? null,
  locationId: row?.locationId ?? null,
  publicationIds: row?.publicationIds ?? [],
  locale: row?.locale ?? 'en',
  vendorName: row?.vendorName ?? '',
  shipDays: row?.shipDays ?? 3,
})

/** The fields of a store, and which kind of credentials is used. */
const FIELDS = { ...STORE_FIELDS, grant: { label: '方式', format: 'text' } } as const
const item = formItem(FIELDS)

const fields = (row: Store | undefined): RecordField<Values>[] =>
  comparedFields<Values, typeof FIELDS>(FIELDS, {
    name: 'plain',
    origin: 'plain',
    grant: null,
    clientId: null,
    clientSecret: null,
    accessToken: null,
    priceRuleId: 'plain',
    locationId: (of) => nameIn(row?.locations, of.locationId),
    publicationIds: (of) => of.publicationIds.map((id) => nameIn(row?.publications, id)).join('、'),
    locale: 'plain',
    vendorName: 'plain',
    shipDays: 'plain',
  })
const nameIn = (places: readonly { id: string; name: string }[] | undefined, id: string | null): string =>
  places?.find((place) => place.id === id)?.name ?? id ?? ''

/** Sends only the secrets of the chosen kind of credentials; an empty field keeps the stored secret. */
const requestOf = ({ grant, clientId, clientSecret, accessToken, ...plain }: Values): StoreFields => ({
  ...plain,
  origin: plain.origin.trim(),
  ...(grant === 'client' ? { clientId, clientSecret } : { accessToken }),
})

type StoreDrawerProps = { row: Store | undefined; onClose: () => void; onSaved: (store: Store) => void }

export default function StoreDrawer({ row, onClose, onSaved }: StoreDrawerProps): ReactNode {
  const add = useAct('addShopifyStore')
  const update = useAct('updateShopifyStore')
  const mayAdd = useMay('addShopifyStore')
  const mayUpdate = useMay('updateShopifyStore')
  return (
    <RecordDrawer<Store, Values>
      noun="店铺"
      draftKey="store"
      row={row}
      valuesOf={valuesOf}
      fields={fields(row)}
      secrets={['clientSecret', 'accessToken']}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={(values, of) => (of ? update.run({ ...requestOf(values), ...of }) : add.run(requestOf(values)))}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form, current) => <StoreForm form={form} row={current} />}
    </RecordDrawer>
  )
}

const KEPT = '已保存，留空则不改'

function StoreForm({ form, row }: { form: FormInstance<Values>; row: Store | undefined }): ReactNode {
  const origin = Form.useWatch('origin', form) ?? ''
  return (
    <>
      <section className={styles.section}>
        <h3>店铺</h3>
        <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={64} ref={row ? undefined : firstFocus} placeholder="例如 美国站" />
        </Form.Item>
        <Form.Item
          name="origin"
          label={
            <span className={styles.label}>
              {STORE_FIELDS.origin.label}
              {URL.canParse(origin) ? <EnvironmentMark environment={environmentOf(origin)} /> : null}
            </span>
          }
          extra="形如 https://店铺名.myshopify.com，不是顾客访问的自有域名；更换地址时要重新填写凭据。"
          rules={[{ required: true }, { pattern: /^https?:\/\/\S+$/, message: '应为 https://店铺名.myshopify.com' }]}
        >
          <Input maxLength={200} placeholder="https://店铺名.myshopify.com" />
        </Form.Item>
      </section>
      <Grant form={form} row={row} />
      <section className={styles.section}>
        <h3>商品怎样进店</h3>
        <Form.Item {...item('priceRuleId')}>
          <PriceRulePicker currency={row?.currency ?? null} />
        </Form.Item>
        <Form.Item {...item('locationId')} extra={row?.checkedAt ? undefined : '保存并检查连接后可选'}>
          <Select
            allowClear
            disabled={!row || row.locations.length === 0}
            placeholder="库存记在哪个仓库"
            options={(row?.locations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item {...item('publicationIds')} extra={row?.checkedAt ? undefined : '保存并检查连接后可选'}>
          <Select
            mode="multiple"
            disabled={!row || row.publications.length === 0}
            placeholder="同步后发布到哪里"
            options={(row?.publications ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item {...item('locale')}>
            <Select options={Object.entries(STORE_LOCALES).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
          <Form.Item {...item('vendorName')} extra="写进店铺商品的 Vendor">
            <Input maxLength={64} />
          </Form.Item>
        </div>
      </section>
      <section className={styles.section}>
        <h3>订单</h3>
        <Form.Item
          {...item('shipDays')}
          extra="下单后多少天内要发出。首页按它数今日要发和已经超期的订单。"
          rules={[{ required: true }, within(SHIP_DAYS)]}
        >
          <NumberField {...SHIP_DAYS} precision={0} style={{ width: 128 }} />
        </Form.Item>
      </section>
    </>
  )
}

/** Secrets are only written: stored ones are not sent to the browser, and an empty field keeps them. */
function Grant({ form, row }: { form: FormInstance<Values>; row: Store | undefined }): ReactNode {
  const grant = Form.useWatch('grant', form) ?? 'client'
  const kept = row?.hasSecret ? KEPT : ''
  return (
    <section className={styles.section}>
      <h3>授权</h3>
      <Form.Item {...item('grant')}>
        <Segmented
          options={[
            { value: 'client', label: '应用（Client ID）' },
            { value: 'token', label: '访问令牌' },
          ]}
        />
      </Form.Item>
      {grant === 'client' ? (
        <div className={styles.pair}>
          <Form.Item {...item('clientId')}>
            <Input maxLength={128} autoComplete="off" placeholder={kept} />
          </Form.Item>
          <Form.Item {...item('clientSecret')}>
            <Input.Password maxLength={256} autoComplete="new-password" placeholder={kept} />
          </Form.Item>
        </div>
      ) : (
        <Form.Item {...item('accessToken')}>
          <Input.Password maxLength={256} autoComplete="new-password" placeholder={kept || 'shpat_…'} />
        </Form.Item>
      )}
    </section>
  )
}

/** The same rule that the server applies when the store is saved (decisions, section 6). */
const environmentOf = (origin: string): Store['environment'] =>
  /(^|\.)myshopify\.com$/i.test(new URL(origin).hostname) ? 'live' : 'sandbox'
