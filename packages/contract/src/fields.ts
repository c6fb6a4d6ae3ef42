/**
 * The labels of a noun's fields, and the formats of their values: defined once, beside the noun's schema, in `<noun>.fields.ts`, for list
 * columns, forms, the operation log and sheets. No schemas here, as the browser loads it too (decisions 0004 and 0043).
 */
export type FieldFormat =
  | 'text'
  | 'count'
  | 'percent'
  | 'grams'
  | 'milliseconds'
  /** minor units of CNY */
  | 'fen'
  /** minor units; the currency is in another field */
  | 'minor'
  | 'time'
  | 'yes-no'
  /** one of a few words, or several of them */
  | 'choice'
  | 'list'
  | 'record'
  /** an id of another object */
  | 'reference'
  /** only for programs: no list shows it */
  | 'internal'

/** The label of each word of a choice; a table of states may be used. */
export type ChoiceLabels<Word extends PropertyKey = string> = Readonly<
  Record<Word, string | { readonly label: string }>
>

export type Field = {
  readonly label: string
  readonly format: FieldFormat
  readonly choices?: ChoiceLabels
  /** the fields of a record, or of each record of a list */
  readonly fields?: Fields
}
export type Fields = Readonly<Record<string, Field>>

type Choice<Word> = { format: 'choice'; choices: ChoiceLabels<Word & (string | number)> }
type Part = { format: 'list' | 'record'; fields?: Fields }

/** The formats that are possible for a type of value: a boolean can't be text, and a choice must have a label for each word. */
type FormatOf<Value> = [Value] extends [boolean]
  ? { format: 'yes-no' }
  : [Value] extends [number]
    ? { format: 'count' | 'percent' | 'grams' | 'milliseconds' | 'fen' | 'minor' | 'time' } | Choice<Value>
    : [Value] extends [string]
      ? string extends Value
        ? { format: 'text' | 'reference' } | Choice<Value>
        : Choice<Value>
      : [Value] extends [readonly (infer One)[]]
        ? Part | Choice<One>
        : [Value] extends [string | number | boolean]
          ? { format: 'text' }
          : Part

type FieldOf<Value> = { readonly label: string } & Readonly<FormatOf<NonNullable<Value>> | { format: 'internal' }>

/** A field for each key of a row, and for each key that forms send in addition: a missing or unknown key is a type error. */
export type FieldsOf<Row, Sent = unknown> = { readonly [Key in keyof Row]-?: FieldOf<Row[Key]> } & {
  readonly [Key in Exclude<keyof Sent, keyof Row>]-?: FieldOf<Sent[Key]>
}

/** The keys of the fields that are shown to people: all without the format `internal`. */
export type ShownKey<Of extends Fields> = {
  [Key in keyof Of]: Of[Key] extends { format: 'internal' } ? never : Key
}[keyof Of]

/**
 * What a column, form or sheet specifies for a field: a rendering of its own (`Own`), or that the value is shown as it is (`Plain`). `Plain` is
 * impossible for an amount in minor units, because its currency is in another field.
 */
export type EntryOf<One extends Field, Own, Plain> = Own | (One extends { format: 'minor' } ? never : Plain)

/** Fields of every row. */
export const ID = { label: '编号', format: 'internal' } as const
export const VERSION = { label: '版本', format: 'internal' } as const
export const CAN = { label: '可以做的操作', format: 'internal' } as const
export const UPDATED_AT = { label: '修改时间', format: 'time' } as const
export const CREATED_AT = { label: '创建时间', format: 'time' } as const
export const NOTE = { label: '备注', format: 'text' } as const

/** The label of a word of a choice; a word that is no longer in the choice is returned unchanged. */
export function choiceLabel({ choices }: Field, word: string | number): string {
  const found = choices && Object.hasOwn(choices, word) ? choices[word] : undefined
  return typeof found === 'object' ? found.label : (found ?? String(word))
}

/** The labels of some of the fields, for example of those that a history shows. */
export const labelsOf = <Of extends Fields, Key extends keyof Of & string>(
  fields: Of,
  keys: readonly Key[],
): Readonly<Record<Key, string>> =>
  Object.fromEntries(keys.map((key) => [key, fields[key]!.label])) as Record<Key, string>
