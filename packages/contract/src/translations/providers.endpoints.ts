import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, nothing, version } from '../wire.ts'
import { providerFields, translationProvider } from './providers.schema.ts'

const base = '/api/shopify/translation'

/** The services that translate texts. They are optional: glossary, memory and the marketplace's own texts work without. */
export const providersEndpoints = defineEndpoints({
  queryTranslationProviders: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/queryTranslationProviders`,
    mode: 'get',
    right: 'granted',
    title: '查询翻译服务',
    logged: false,
    input: z.object({}),
    output: z.array(translationProvider),
    refusals: [],
    lists: ['translation-providers'],
  },
  addTranslationProvider: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/addTranslationProvider`,
    mode: 'postjson',
    right: 'granted',
    title: '新增翻译服务',
    logged: true,
    object: 'translation-provider',
    input: providerFields,
    output: translationProvider,
    refusals: ['name-taken', 'too-large', 'invalid'],
    lists: ['translation-providers'],
  },
  /** The kind can't be changed. */
  updateTranslationProvider: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/updateTranslationProvider`,
    mode: 'postjson',
    right: 'granted',
    title: '修改翻译服务',
    logged: true,
    object: 'translation-provider',
    input: providerFields.omit({ kind: true }).extend({ id, version }),
    output: translationProvider,
    refusals: ['not-found', 'stale', 'name-taken', 'invalid'],
    lists: ['translation-providers'],
  },
  deleteTranslationProvider: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/deleteTranslationProvider`,
    mode: 'postjson',
    right: 'granted',
    title: '删除翻译服务',
    logged: true,
    object: 'translation-provider',
    input: z.object({ id, version }),
    output: nothing,
    refusals: ['not-found', 'stale'],
    lists: ['translation-providers'],
  },
  /** Translates a few words now and returns them; refused with the reason if that fails. Counted like any other request. */
  testTranslationProvider: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/testTranslationProvider`,
    mode: 'postjson',
    right: 'granted',
    title: '测试翻译服务',
    logged: true,
    object: 'translation-provider',
    input: z.object({ id }),
    output: z.object({ source: z.string(), text: z.string(), chars: z.int() }),
    refusals: ['not-found', 'provider-failed'],
    lists: ['translation-providers'],
  },
})
