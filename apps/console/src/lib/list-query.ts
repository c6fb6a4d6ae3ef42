import {
  CARD_PAGE_SIZE,
  CARD_PAGE_SIZES,
  ROLE_PAGE_SIZE,
  ROLE_PAGE_SIZES,
  TABLE_PAGE_SIZE,
  TABLE_PAGE_SIZES,
} from '@huoqiao/contract/specification'
import { useCallback, useEffect, useMemo } from 'react'
import { useAddressParams } from './address-params.ts'
import { toast } from './client.ts'
import { usePreference } from './preferences.ts'
import { claimRefused } from './refused-filters.ts'

export type FilterValue = string | number | boolean | undefined
export type Filters = Readonly<Record<string, FilterValue>>

/** The default of a numeric filter that is not set at first: the request client leaves it out as it does every NaN. */
export const NO_NUMBER = Number.NaN

/** A text filter in the form that a call takes. */
export const some = (text: string): string | undefined => text || undefined

/** A numeric filter in the form that a call takes. */
export const known = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined)

/** How many filters are set. A time range counts once; the tab and the sort order do not count. */
export const countSet = (texts: readonly string[], { from, to }: { from: number; to: number }): number =>
  texts.filter((text) => text !== '').length + (Number.isFinite(from) || Number.isFinite(to) ? 1 : 0)

/** The page sizes that a list offers, and the first one (specification, section 9). */
export type Paging = { readonly sizes: readonly number[]; readonly first: number }
export const CARD_PAGING: Paging = { sizes: CARD_PAGE_SIZES, first: CARD_PAGE_SIZE }
export const TABLE_PAGING: Paging = { sizes: TABLE_PAGE_SIZES, first: TABLE_PAGE_SIZE }
export const ROLE_PAGING: Paging = { sizes: ROLE_PAGE_SIZES, first: ROLE_PAGE_SIZE }

/** Reads a value from the address with the type of its default; an unreadable value counts as the default. */
function readFilter(text: string | null, fallback: FilterValue): FilterValue {
  if (text === null) return fallback
  if (typeof fallback === 'number') return Number.isFinite(Number(text)) && text !== '' ? Number(text) : fallback
  if (typeof fallback === 'boolean') return text === 'true'
  return text
}

const isReadable = (text: string, fallback: FilterValue, words: readonly string[] | undefined): boolean => {
  if (words) return text === '' || words.includes(text)
  if (typeof fallback === 'number') return text === '' || Number.isFinite(Number(text))
  return typeof fallback !== 'boolean' || text === 'true' || text === 'false'
}

/** Only values that differ from the default are written into the address. */
function writeFilters<F extends Filters>(params: URLSearchParams, defaults: F, values: Partial<F>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === '' || Object.is(value, defaults[key])) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** The filters of a list as the query text of an address, to be saved under a name and opened again. */
export type FilterView = {
  address: string
  open: (address: string) => void
}

export type ListQuery<F extends Filters> = {
  filters: F
  page: number
  pageSize: number
  /** the page sizes to choose from */
  sizes: readonly number[]
  /** filters, page and pageSize in one object, as the list calls take them */
  input: F & { page: number; pageSize: number }
  /** a changed filter returns to the first page */
  setFilters: (values: Partial<F>) => void
  /** `isPast`: the page replaces one that is gone, to which 后退 must not lead */
  setPage: (page: number, pageSize: number, isPast?: boolean) => void
  reset: () => void
  /** how many filters differ from their defaults */
  changed: number
  view: FilterView
}

type Habits = Record<string, string | number | boolean>
const NONE: Habits = {}

/**
 * The filters of a list, kept in the address, so that every view has a link that can be shared. `remember` names the filters (besides the
 * page size) that are restored the next time the person opens the list without any in the address. `defaults` must keep its identity
 * between renders (a constant of the module).
 */
export function useListQuery<F extends Filters>(
  list: string,
  defaults: F,
  options: {
    paging?: Paging
    remember?: readonly (keyof F & string)[]
    /** the allowed words of filters that are not part of a call; any other word is dropped like one that the server refuses */
    words?: Readonly<Partial<Record<keyof F & string, readonly string[]>>>
  } = {},
): ListQuery<F> {
  const { paging = CARD_PAGING, remember, words } = options
  const [params, setParams] = useAddressParams()
  const [kept, keep] = usePreference<Habits>(`list:${list}`, NONE)

  const filters = useMemo(() => {
    const read = Object.entries(defaults).map(([key, fallback]) => {
      const habit = remember?.includes(key) && key in kept ? kept[key] : fallback
      return [key, readFilter(params.get(key), habit)] as const
    })
    return Object.fromEntries(read) as F
  }, [params, defaults, kept, remember])
  // A size that the list does not offer, from an old link or an old setting, counts as not set.
  const pageSize =
    [Number(params.get('pageSize')), Number(kept.pageSize)].find((size) => paging.sizes.includes(size)) ?? paging.first
  const page = Math.max(1, Number(readFilter(params.get('page'), 1)))

  const setFilters = useCallback(
    (values: Partial<F>) => {
      const touched = Object.entries(values).filter(([key]) => remember?.includes(key))
      if (touched.length > 0) {
        const habits = Object.entries({ ...kept, ...Object.fromEntries(touched) })
        const set = habits.filter((habit): habit is [string, string | number | boolean] => habit[1] !== undefined)
        keep(Object.fromEntries(set))
      }
      setParams(
        (now) => {
          // A remembered filter is written into the address even when it equals the default; otherwise the remembered value would replace
          // it.
          const next = writeFilters(now, remember ? withoutKeys(defaults, remember) : defaults, values)
          next.delete('page')
          return next
        },
        { replace: true },
      )
    },
    [defaults, keep, kept, remember, setParams],
  )
  const setPage = useCallback(
    (nextPage: number, nextSize: number, isPast = false) => {
      if (nextSize !== pageSize) keep({ ...kept, pageSize: nextSize })
      setParams((now) => writeFilters(now, { page: 1, pageSize: -1 }, { page: nextPage, pageSize: nextSize }), {
        replace: isPast,
      })
    },
    [keep, kept, pageSize, setParams],
  )
  /**
   * Words that the list does not know are removed from the address and from the remembered filters, with a note, because trying again would
   * not help.
   */
  const drop = useCallback(
    (keys: readonly string[]) => {
      const shown = keys.map((key) => `${key}=${params.get(key) ?? String(filters[key])}`)
      toast.info(`没有这样的筛选，已去掉：${shown.join('，')}`)
      if (keys.some((key) => key in kept))
        keep(Object.fromEntries(Object.entries(kept).filter(([key]) => !keys.includes(key))))
      setParams(
        (now) => {
          for (const key of [...keys, 'page']) now.delete(key)
          return now
        },
        { replace: true },
      )
    },
    [filters, keep, kept, params, setParams],
  )
  useEffect(() => {
    const unread = Object.keys(defaults).filter((key) => {
      const text = params.get(key)
      return text !== null && !isReadable(text, defaults[key], words?.[key])
    })
    if (unread.length > 0) drop(unread)
  }, [defaults, drop, params, words])
  useEffect(
    () =>
      claimRefused((fields, input) => {
        // Compared by the refused value, because some filters have another name in the call.
        const words = new Set(Object.keys(fields).map((field) => String(input[field])))
        const refused = Object.keys(defaults).filter(
          (key) => !Object.is(filters[key], defaults[key]) && words.has(String(filters[key])),
        )
        if (refused.length > 0) drop(refused)
        return refused.length > 0
      }),
    [defaults, drop, filters],
  )
  const reset = useCallback(
    () => setFilters(Object.fromEntries(Object.keys(defaults).map((key) => [key, defaults[key]])) as Partial<F>),
    [defaults, setFilters],
  )
  const changed = Object.keys(defaults).filter((key) => !Object.is(filters[key], defaults[key])).length
  const input = useMemo(() => ({ ...filters, page, pageSize }), [filters, page, pageSize])
  const address = useMemo(
    () =>
      writeFilters(new URLSearchParams(), remember ? withoutKeys(defaults, remember) : defaults, filters).toString(),
    [defaults, filters, remember],
  )
  const open = useCallback(
    (to: string) => {
      const view = new URLSearchParams(to)
      const read = Object.entries(defaults).map(
        ([key, fallback]) => [key, readFilter(view.get(key), fallback)] as const,
      )
      setFilters(Object.fromEntries(read) as Partial<F>)
    },
    [defaults, setFilters],
  )
  const view = useMemo(() => ({ address, open }), [address, open])
  return { filters, page, pageSize, sizes: paging.sizes, input, setFilters, setPage, reset, changed, view }
}

const withoutKeys = (defaults: Filters, keys: readonly string[]): Filters =>
  Object.fromEntries(Object.entries(defaults).filter(([key]) => !keys.includes(key)))
