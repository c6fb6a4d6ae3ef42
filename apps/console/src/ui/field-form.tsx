import type { EntryOf, Field, Fields } from '@huoqiao/contract/fields'
import { fieldText } from '@huoqiao/contract/field-text'
import type { FormItemProps } from 'antd'
import { Form } from 'antd'
import type { ReactElement } from 'react'
import type { RecordField } from './record-drawer.tsx'

/** Fields that have a label for each value of a form. */
type FieldsFor<Values> = { readonly [Key in keyof Values]: Fields[string] }

/**
 * The values that a form compares when two people changed the same row: each with its label, formatted by its field or by the form (an id
 * by the name that it stands for). null: a value that is not compared, such as a secret. A forgotten value is a type error.
 */
export const comparedFields = <Values extends object, Of extends FieldsFor<Values>>(
  fields: Of,
  texts: { readonly [Key in keyof Values]-?: Text<Values, Of[Key]> },
): RecordField<Values>[] =>
  Object.entries<Text<Values>>(texts).flatMap(([name, text]) => {
    const key = name as keyof Values & string
    if (text === null) return []
    const plain = (of: Values): string => fieldText(fields[key], of[key])
    return [{ key, label: fields[key].label, text: text === 'plain' ? plain : text }]
  })
type Text<Values, One extends Field = Field> = EntryOf<One, ((values: Values) => string) | null, 'plain'>

/** An input of a form, with the properties that its item needs in addition to name and label. */
type Input = Omit<FormItemProps, 'name' | 'label' | 'children'> & { input: ReactElement }

/** The items of a form by value: labels come from the fields, and a value without an input is a type error. null: it is not typed. */
export function formItems<Values extends object>(
  fields: FieldsFor<Values>,
  inputs: { readonly [Key in keyof Values]-?: Input | null },
): ReactElement[] {
  return Object.entries<Input | null>(inputs).flatMap(([name, given]) => {
    if (given === null) return []
    const { input, ...item } = given
    return [
      <Form.Item key={name} name={name} label={fields[name as keyof Values].label} {...item}>
        {input}
      </Form.Item>,
    ]
  })
}

/** Name and label of one item, for a form with a layout of its own. */
export const formItem =
  <Of extends Fields>(fields: Of) =>
  <Key extends keyof Of & string>(name: Key): { name: Key; label: string } => ({ name, label: fields[name]!.label })
