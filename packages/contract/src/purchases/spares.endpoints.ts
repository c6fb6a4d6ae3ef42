import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, id, instant, pageInput, pageOf, requiredText, text, uploadedPictures } from '../wire.ts'
import { TABLE_PAGE_SIZE } from '../specification.ts'
import { spareEntry, spareLine, spareSort, spareSum, spareTab, spareTake, writeOffCause } from './spares.schema.ts'

const base = '/api/purchase/center'
const call = { feature: 'purchases', method: 'POST', mode: 'postjson', right: 'granted', logged: true } as const
const read = { ...call, method: 'GET', mode: 'get', logged: false } as const
const pieces = z.int().min(0).max(10_000_000)

export const spareFilter = z.object({
  /** title, specification, purchase number, supplier, 1688 offer id or place: all words must match */
  keyword: text(100).optional(),
  purchaseId: id.optional(),
  place: text(60).min(1).optional(),
  /** only lines without a place */
  unplaced: z.enum(['true']).optional(),
  /** only lines whose last goods arrived at least this many days ago */
  minDays: formInt(1, 3650).optional(),
})
export type SpareFilter = z.infer<typeof spareFilter>

/** 余货: pieces of placed purchases that no order needs. */
export const sparesEndpoints = defineEndpoints({
  querySpares: {
    ...read,
    path: `${base}/querySpares`,
    title: '查询余货',
    labels: { place: '库位', unplaced: '没有库位', minDays: '最少存放天数' },
    input: spareFilter.extend({
      tab: spareTab.optional(),
      sort: spareSort.default('created'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
      pageSize: formInt(1, 200).default(TABLE_PAGE_SIZE),
    }),
    output: pageOf(spareLine),
    refusals: [],
    lists: ['purchases'],
  },
  /** Counts for the tabs, and sums over everything that the filter finds. */
  getSpareCounts: {
    ...read,
    path: `${base}/getSpareCounts`,
    title: '余货数量',
    labels: { place: '库位', unplaced: '没有库位', minDays: '最少存放天数' },
    input: spareFilter,
    output: z.object({
      counts: z.record(spareTab, z.int()),
      all: z.int(),
      /** total of spare source pieces */
      pieces: z.int(),
      here: spareSum,
      coming: spareSum,
      gone: spareSum,
      /** lines with spare pieces whose cost 1688 has not reported */
      unpriced: z.int(),
    }),
    refusals: [],
    lists: ['purchases'],
  },
  /** 库位 that are in use, most used first. */
  getSparePlaces: {
    ...read,
    path: `${base}/getSparePlaces`,
    title: '余货的库位',
    input: z.object({}),
    output: z.array(z.object({ place: z.string(), lines: z.int() })),
    refusals: [],
    lists: ['purchases'],
  },
  getSpareHistory: {
    ...read,
    path: `${base}/getSpareHistory`,
    title: '余货记录',
    input: z.object({ lineId: id }),
    /** newest first, at most SPARE_HISTORY of each */
    output: z.object({ entries: z.array(spareEntry), takes: z.array(spareTake) }),
    refusals: ['not-found'],
    lists: ['purchases'],
  },
  exportSpares: {
    ...call,
    path: `${base}/exportSpares`,
    title: '导出余货',
    object: 'purchase-line',
    labels: { keyword: '关键词', unplaced: '没有库位', minDays: '在库天数从', tab: '分类' },
    input: spareFilter.extend({ tab: spareTab.optional() }),
    output: z.object({ fileName: z.string(), rows: z.int(), url: z.string(), until: instant }),
    refusals: ['too-large', 'storage-failed'],
    lists: [],
  },
  setSparePlaces: {
    ...call,
    path: `${base}/setSparePlaces`,
    title: '设置库位',
    object: 'purchase-line',
    labels: { lineIds: '余货' },
    /** '' removes the place */
    carriesEmpty: ['place'],
    input: z.object({ lineIds: z.array(id).min(1).max(200), place: text(60) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases'],
  },
  /** 盘点: a person counted the pieces in stock. The difference is booked as a correction. */
  countSpare: {
    ...call,
    path: `${base}/countSpare`,
    title: '盘点余货',
    object: 'purchase-line',
    labels: { counted: '数到的件数', seen: '看到的件数', note: '原因' },
    input: z.object({
      lineId: id,
      counted: z.int().min(0, '数到的件数不能少于 0').max(10_000_000),
      /** the stock that the person saw; if it has changed since, the call is refused and names the current number */
      seen: pieces,
      note: requiredText(200),
    }),
    output: spareLine,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases'],
  },
  /** 报损: pieces that nobody can use. */
  writeOffSpare: {
    ...call,
    path: `${base}/writeOffSpare`,
    title: '余货报损',
    object: 'purchase-line',
    labels: { quantity: '件数', seen: '看到的件数', cause: '报损原因', note: '说明', photos: '照片' },
    input: z.object({
      lineId: id,
      quantity: z.int().min(1).max(1_000_000),
      /** the spare pieces that the person saw */
      seen: pieces,
      cause: writeOffCause,
      note: text(200).default(''),
      photos: uploadedPictures.default([]),
    }),
    output: spareLine,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases'],
  },
  /** Undoes a write-off, or goods put into stock by mistake. */
  undoSpareEntry: {
    ...call,
    path: `${base}/undoSpareEntry`,
    title: '撤销余货记录',
    object: 'purchase-line',
    labels: { entryId: '记录', note: '原因' },
    input: z.object({ entryId: id, note: requiredText(200) }),
    output: spareLine,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['purchases', 'orders'],
  },
})
