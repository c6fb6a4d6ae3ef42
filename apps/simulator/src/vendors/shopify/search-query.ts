import { gidNumber } from './gid.ts'
import { notSimulated } from './refusals.ts'

export type Comparator = ':' | '<' | '<=' | '>' | '>='
export type SearchTerm = { field: string | null; comparator: Comparator; value: string }
export type SearchNode =
  | { kind: 'and'; parts: SearchNode[] }
  | { kind: 'or'; parts: SearchNode[] }
  | { kind: 'not'; part: SearchNode }
  | { kind: 'term'; term: SearchTerm }

type Token = { kind: 'open' | 'close' | 'or' | 'and' | 'not' } | { kind: 'term'; term: SearchTerm }

const TOKEN =
  /\s*(?:(\()|(\))|(-|NOT\s+)|(AND\b)|(OR\b)|(?:([A-Za-z_][\w.]*):(<=|>=|<|>)?)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s()"']+)))/y

/** Shopify's search syntax: terms side by side mean AND; OR, NOT, "-", brackets, quotes and comparators as documented. */
function parseSearch(text: string): SearchNode | undefined {
  const tokens = tokenize(text)
  let at = 0
  const either = (): SearchNode => {
    const parts = [both()]
    while (tokens[at]?.kind === 'or') {
      at++
      parts.push(both())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }
  const both = (): SearchNode => {
    const parts: SearchNode[] = []
    for (let token = tokens[at]; token && token.kind !== 'or' && token.kind !== 'close'; token = tokens[at]) {
      if (token.kind === 'and') at++
      else parts.push(single(token))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }
  const single = (token: Token): SearchNode => {
    at++
    if (token.kind === 'term') return { kind: 'term', term: token.term }
    if (token.kind === 'not') {
      const next = tokens[at]
      return next ? { kind: 'not', part: single(next) } : { kind: 'and', parts: [] }
    }
    const inner = either()
    if (tokens[at]?.kind === 'close') at++
    return inner
  }
  return tokens.length === 0 ? undefined : either()
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, open, close, not, and, or, field, comparator, double, simple, bare] = match
    if (open) tokens.push({ kind: 'open' })
    else if (close) tokens.push({ kind: 'close' })
    else if (not) tokens.push({ kind: 'not' })
    else if (and) tokens.push({ kind: 'and' })
    else if (or) tokens.push({ kind: 'or' })
    else {
      const value = (double ?? simple ?? bare ?? '').replace(/\\(.)/g, '$1')
      tokens.push({
        kind: 'term',
        term: { field: field ?? null, comparator: (comparator as Comparator | undefined) ?? ':', value },
      })
    }
    if (TOKEN.lastIndex >= text.trimEnd().length) break
  }
  return tokens
}

/** Whether a field of a row matches a term. */
export type FieldMatch<T> = (row: T, term: SearchTerm) => boolean
export type SearchFields<T> = { fields: Record<string, FieldMatch<T>>; text: (row: T, value: string) => boolean }

/** Rows that match a query. A field that is not simulated is refused by name, because ignoring it would find too much. */
export function searchRows<T>(
  rows: readonly T[],
  query: string | null | undefined,
  fields: SearchFields<T>,
): readonly T[] {
  const tree = query ? parseSearch(query) : undefined
  return tree ? rows.filter((row) => holds(tree, row, fields)) : rows
}

function holds<T>(node: SearchNode, row: T, fields: SearchFields<T>): boolean {
  if (node.kind === 'and') return node.parts.every((part) => holds(part, row, fields))
  if (node.kind === 'or') return node.parts.some((part) => holds(part, row, fields))
  if (node.kind === 'not') return !holds(node.part, row, fields)
  const { field, value } = node.term
  if (field === null || field === 'default') return fields.text(row, value)
  const match = fields.fields[field.startsWith('metafields.') ? 'metafields' : field]
  if (!match) throw notSimulated(`search by ${field}`)
  return match(row, node.term)
}

/** Compares text case-insensitively; a trailing * matches any rest; `*` alone matches any text that is not empty. */
export const matchText = (text: string | null, value: string): boolean => {
  const have = (text ?? '').toLowerCase()
  const want = value.toLowerCase()
  if (want === '*') return have !== ''
  return want.endsWith('*') ? have.startsWith(want.slice(0, -1)) : have === want
}

/** Any word of the text begins with the wanted words. */
export const matchWords = (text: string, value: string): boolean => {
  const have = text.toLowerCase()
  const want = value.toLowerCase().replace(/\*$/, '')
  const start = have.indexOf(want)
  if (start === -1) return false
  return start === 0 || /[\s\-_/,.()]/.test(have[start - 1]!) || have.includes(` ${want}`)
}

export const matchNumber = (have: number, term: SearchTerm): boolean => {
  const want = Number(term.value)
  if (Number.isNaN(want)) return false
  return compare(have, want, term.comparator)
}

export const matchId = (id: string, term: SearchTerm): boolean =>
  matchNumber(Number(gidNumber(id)), {
    ...term,
    value: term.value.startsWith('gid:') ? gidNumber(term.value) : term.value,
  })

/** Times are compared as instants; a bare date means its beginning, and with `:` the whole day. */
export const matchTime = (instant: string, term: SearchTerm): boolean => {
  const have = Date.parse(instant)
  const want = Date.parse(term.value)
  if (Number.isNaN(want)) return false
  if (term.comparator === ':' && !term.value.includes('T')) return have >= want && have < want + 86_400_000
  return compare(have, want, term.comparator)
}

function compare(have: number, want: number, comparator: Comparator): boolean {
  if (comparator === '<') return have < want
  if (comparator === '<=') return have <= want
  if (comparator === '>') return have > want
  return comparator === '>=' ? have >= want : have === want
}
