import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'

/** A dictionary (字典) is a coded list of entries (字典项) that administrators keep, such as 搁置原因. */
export const dictionaryCode = z
  .string()
  .regex(/^[a-z][a-z0-9_.-]{1,63}$/, '编码以小写字母开头，只含小写字母、数字和 _ . -')

export const dictionaryEntry = z.object({
  value: requiredText(64),
  label: requiredText(64),
  color: z.enum(['waiting', 'moving', 'done', 'attention', 'failed']).nullable().default(null),
  enabled: z.boolean().default(true),
})

export const dictionary = z.object({
  id,
  code: dictionaryCode,
  name: requiredText(64),
  note: text(200),
  entries: z.array(dictionaryEntry).max(500),
  version,
  updatedAt: instant,
  can,
})
export type Dictionary = z.infer<typeof dictionary>

export const dictionaryFields = z.object({
  code: dictionaryCode,
  name: requiredText(64),
  note: text(200).default(''),
  entries: z.array(dictionaryEntry).max(500).default([]),
})
export type DictionaryFields = z.infer<typeof dictionaryFields>
