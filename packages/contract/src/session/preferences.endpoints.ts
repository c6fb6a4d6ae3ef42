import * as z from '../zod.ts'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import { instant, nothing } from '../wire.ts'

/** One stored preference of a person's console: tabs, filters, columns, a draft (beyond, item 14). */
export const preference = z.object({
  key: z.string(),
  /** JSON text from the console; the server stores it without reading it */
  value: z.string(),
  updatedAt: instant,
})

const key = z
  .string()
  .min(1, '该项为必填项')
  .max(160, '最多160个字')
  .regex(/^[^\p{Cc}]+$/u, '不能含控制字符')

/** Maximum length of a value; a draft of a long description is shorter. */
export const PREFERENCE_MAX = 400_000

export const preferencesEndpoints = defineEndpoints({
  queryPreferences: {
    feature: 'session',
    method: 'GET',
    path: '/admin/preference/queryPreferences',
    mode: 'get',
    right: 'session',
    title: '读取个人偏好',
    logged: false,
    input: z.object({}),
    output: z.object({ list: z.array(preference) }),
    refusals: [],
    lists: [],
  },
  /** An absent value deletes the key, because the request client sends no empty values. */
  savePreferences: {
    feature: 'session',
    method: 'POST',
    path: '/admin/preference/savePreferences',
    mode: 'postjson',
    right: 'session',
    title: '保存个人偏好',
    logged: false,
    // Everything that a console stored while it was offline; one draft has up to 1.2 MB in UTF-8.
    bodyMax: 4 * BODY_MAX,
    input: z.object({
      changes: z
        .array(z.object({ key, value: z.string().max(PREFERENCE_MAX).optional() }))
        .min(1)
        .max(200, '一次最多200个'),
    }),
    output: nothing,
    refusals: ['too-large'],
    lists: [],
  },
})
