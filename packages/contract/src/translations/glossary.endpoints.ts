import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, nothing, pageInput, pageOf, stateCounts, text, version } from '../wire.ts'
import { glossaryTerm, glossaryTermFields, termKind } from './glossary.schema.ts'
import { replacementOutcome, replacingFrom, replacingFromLabels } from './replacing.endpoints.ts'
import { locale } from './translations.schema.ts'

const base = '/api/shopify/translation'

const termFilter = {
  kind: termKind.optional(),
  /** entries for this language, and entries for all languages */
  locale: locale.optional(),
  storeId: id.optional(),
  keyword: text(100).optional(),
}

/** Words that translations must, must not, or need not translate. */
export const glossaryEndpoints = defineEndpoints({
  queryGlossaryTerms: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/queryGlossaryTerms`,
    mode: 'get',
    right: 'granted',
    title: '查询术语',
    logged: false,
    object: 'glossary-term',
    labels: { storeId: '店铺' },
    input: z.object({ ...termFilter, ...pageInput }),
    output: pageOf(glossaryTerm),
    refusals: [],
    lists: ['glossary'],
  },
  getGlossaryCountByKind: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/getGlossaryCountByKind`,
    mode: 'get',
    right: 'granted',
    title: '各类术语的数量',
    logged: false,
    input: z.object({ locale: termFilter.locale, storeId: termFilter.storeId, keyword: termFilter.keyword }),
    output: stateCounts(termKind),
    refusals: [],
    lists: ['glossary'],
  },
  /** Refused if it contradicts an existing entry, which the refusal names. */
  addGlossaryTerm: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/addGlossaryTerm`,
    mode: 'postjson',
    right: 'granted',
    title: '新增术语',
    logged: true,
    object: 'glossary-term',
    labels: { storeId: '店铺' },
    input: glossaryTermFields,
    output: glossaryTerm,
    refusals: ['name-taken', 'no-store', 'not-found'],
    lists: ['glossary', 'translations'],
  },
  updateGlossaryTerm: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/updateGlossaryTerm`,
    mode: 'postjson',
    right: 'granted',
    title: '修改术语',
    logged: true,
    object: 'glossary-term',
    labels: { storeId: '店铺' },
    input: glossaryTermFields.extend({ id, version }),
    output: glossaryTerm,
    refusals: ['not-found', 'stale', 'name-taken', 'no-store'],
    lists: ['glossary', 'translations'],
  },
  deleteGlossaryTerm: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/deleteGlossaryTerm`,
    mode: 'postjson',
    right: 'granted',
    title: '删除术语',
    logged: true,
    object: 'glossary-term',
    input: z.object({ id, version }),
    output: nothing,
    refusals: ['not-found', 'stale'],
    lists: ['glossary', 'translations'],
  },
  /**
   * Replaces `former` by the preferred form of a forced entry, in translations whose source text contains the entry. One bulk action, which can
   * be undone as a whole. Also changes locked texts, because a person requests it.
   */
  applyGlossaryTerm: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/applyGlossaryTerm`,
    mode: 'postjson',
    right: 'granted',
    title: '把术语用到已有译文',
    logged: true,
    object: 'glossary-term',
    labels: { former: '原来的译法', ...replacingFromLabels },
    input: z.object({ id, former: text(200).min(1, '该项为必填项'), ...replacingFrom }),
    output: replacementOutcome,
    refusals: ['not-found', 'state-not-allowed', 'unchanged'],
    lists: ['translations'],
  },
})
