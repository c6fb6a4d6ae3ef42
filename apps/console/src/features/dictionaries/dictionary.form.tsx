import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { DICTIONARY_FIELDS, ENTRY_FIELDS } from '@huoqiao/contract/dictionaries/dictionaries.fields'
import type { Dictionary, DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { Hue } from '@huoqiao/contract/states'
import { Button, Form, Input, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { comparedFields, formItem } from '../../ui/field-form.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './dictionaries.module.css'

export type DictionaryDraft = DictionaryFields

export const draftOf = (row: Dictionary | undefined): DictionaryDraft => ({
  code: row?.code ?? '',
  name: row?.name ?? '',
  note: row?.note ?? '',
  entries: row?.entries ?? [{ value: '', label: '', color: null, enabled: true }],
})

export const COMPARED = comparedFields<DictionaryDraft, typeof DICTIONARY_FIELDS>(DICTIONARY_FIELDS, {
  code: 'plain',
  name: 'plain',
  note: 'plain',
  entries: ({ entries }) =>
    entries.map(({ label, value, enabled }) => `${label}（${value}${enabled ? '' : '，停用'}）`).join('、'),
})
const item = formItem(DICTIONARY_FIELDS)

const HUE_OPTIONS = Object.entries(ENTRY_FIELDS.color.choices).map(([hue, label]) => ({
  value: hue as Hue,
  label: <StateTag hue={hue as Hue} label={label} bare />,
}))

/** The fields of a dictionary and the ordered list of its entries. */
export function DictionaryForm({ isNew }: { isNew: boolean }): ReactNode {
  return (
    <>
      <Form.Item
        {...item('code')}
        extra={isNew ? '保存后建议不再修改，页面按编码取词' : undefined}
        rules={[
          { required: true },
          { pattern: /^[a-z][a-z0-9_.-]{1,63}$/, message: '编码以小写字母开头，只含小写字母、数字和 _ . -' },
        ]}
      >
        <Input maxLength={64} placeholder="例如 hold_reason" ref={isNew ? firstFocus : undefined} />
      </Form.Item>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} placeholder="例如 搁置原因" />
      </Form.Item>
      <Form.Item {...item('note')}>
        <Input.TextArea maxLength={200} rows={2} showCount />
      </Form.Item>
      <Form.Item label={DICTIONARY_FIELDS.entries.label} required>
        <Entries />
      </Form.Item>
    </>
  )
}

function Entries(): ReactNode {
  return (
    <Form.List name="entries">
      {(fields, { add, remove, move }) => (
        <>
          <div className={styles.rowHead}>
            <span>{ENTRY_FIELDS.value.label}</span>
            <span>{ENTRY_FIELDS.label.label}</span>
            <span>{ENTRY_FIELDS.color.label}</span>
            <span>{ENTRY_FIELDS.enabled.label}</span>
          </div>
          {fields.map(({ key, name }, at) => (
            <div key={key} className={styles.row}>
              <Form.Item name={[name, 'value']} rules={[{ required: true, whitespace: true }, uniqueValue(name)]}>
                <Input maxLength={64} aria-label={`第 ${at + 1} 项的值`} />
              </Form.Item>
              <Form.Item name={[name, 'label']} rules={[{ required: true, whitespace: true }]}>
                <Input maxLength={64} aria-label={`第 ${at + 1} 项显示的词`} />
              </Form.Item>
              <Form.Item name={[name, 'color']} getValueFromEvent={(hue: Hue | undefined) => hue ?? null}>
                <Select allowClear options={HUE_OPTIONS} placeholder="无" aria-label={`第 ${at + 1} 项的颜色`} />
              </Form.Item>
              <Form.Item name={[name, 'enabled']} valuePropName="checked">
                <Switch aria-label={`启用第 ${at + 1} 项`} />
              </Form.Item>
              <div>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label="上移"
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label="下移"
                  disabled={at === fields.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={`删除第 ${at + 1} 项`}
                  onClick={() => remove(name)}
                />
              </div>
            </div>
          ))}
          <Button
            type="dashed"
            block
            style={{ marginTop: 8 }}
            onClick={() => add({ value: '', label: '', color: null, enabled: true })}
          >
            添加一项
          </Button>
        </>
      )}
    </Form.List>
  )
}

/** The values within a dictionary must be unique: pages find the words by value. */
const uniqueValue =
  (at: number) =>
  ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator(_rule: unknown, value: unknown): Promise<void> {
      const entries = (getFieldValue('entries') ?? []) as DictionaryDraft['entries']
      const isTaken = entries.some((entry, other) => other !== at && entry?.value === value && value !== '')
      return isTaken ? Promise.reject(new Error('值重复')) : Promise.resolve()
    },
  })
