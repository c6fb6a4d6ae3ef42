/** An entry of the glossary, as texts are searched for it. */
export type Term = {
  readonly id: string
  /** null: for all stores, and for all languages */
  readonly storeId: string | null
  readonly locale: string | null
  readonly kind: 'forced' | 'keep' | 'forbidden'
  /** of `forbidden`: the word that translations must not contain */
  readonly source: string
  /** of `forced`: the preferred form first, then others that are accepted (plural, case, gender), separated by | */
  readonly target: string
  readonly note: string
}
export type Hit = { readonly start: number; readonly end: number; readonly term: Term }
/** Finds terms in a text: the longest at each place, from left to right, without overlaps. */
export type TermFinder = (text: string, locale: string) => Hit[]

type Node = { next: Map<number, Node>; fail: Node | undefined; terms: Term[]; depth: number; output: Node | undefined }
const newNode = (depth: number): Node => ({ next: new Map(), fail: undefined, terms: [], depth, output: undefined })

/** Lower case without a change of length, so that positions are the same as in the text. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('')
}

/** Words are separated by spaces: `pan` is not found in `pants`. Chinese, Japanese and Thai have none. */
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]/u
const isWord = (text: string, at: number): boolean => at >= 0 && at < text.length && WORD.test(text[at]!)
const isWhole = (text: string, start: number, end: number): boolean =>
  !(isWord(text, start) && isWord(text, start - 1)) && !(isWord(text, end - 1) && isWord(text, end))

/** One pass over each text for all terms (Aho and Corasick, 1975): the time depends on the length of the text, not on the number of terms. */
export function termFinder(terms: readonly Term[]): TermFinder {
  const root = newNode(0)
  for (const term of terms) {
    let node = root
    const word = folded(term.source)
    for (let index = 0; index < word.length; index += 1) {
      const code = word.charCodeAt(index)
      let next = node.next.get(code)
      if (next === undefined) node.next.set(code, (next = newNode(node.depth + 1)))
      node = next
    }
    if (node !== root) node.terms.push(term)
  }
  link(root)
  return (text, locale) => {
    if (root.next.size === 0) return []
    const found: Hit[] = []
    const plain = folded(text)
    let node = root
    for (let index = 0; index < plain.length; index += 1) {
      const code = plain.charCodeAt(index)
      while (node !== root && !node.next.has(code)) node = node.fail!
      node = node.next.get(code) ?? root
      for (let out: Node | undefined = node.terms.length > 0 ? node : node.output; out; out = out.output) {
        const term = out.terms.find((one) => one.locale === null || one.locale === locale)
        const start = index + 1 - out.depth
        if (term !== undefined && isWhole(plain, start, index + 1)) found.push({ start, end: index + 1, term })
      }
    }
    return withoutOverlaps(found)
  }
}

/**
 * Sets the links of each node (Aho-Corasick): `fail` to the longest proper suffix that is also a prefix of a term, `output` to the nearest such
 * suffix with terms.
 */
function link(root: Node): void {
  const queue: Node[] = []
  for (const child of root.next.values()) {
    child.fail = root
    queue.push(child)
  }
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at]!
    for (const [code, child] of node.next) {
      let fail = node.fail
      while (fail !== undefined && !fail.next.has(code)) fail = fail.fail
      child.fail = fail?.next.get(code) ?? root
      child.output = child.fail.terms.length > 0 ? child.fail : child.fail.output
      queue.push(child)
    }
  }
}

function withoutOverlaps(hits: Hit[]): Hit[] {
  const ordered = hits.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const kept: Hit[] = []
  for (const hit of ordered) if (hit.start >= (kept.at(-1)?.end ?? 0)) kept.push(hit)
  return kept
}

/** The forms of a forced term; the first is the preferred one. */
export const formsOf = ({ target }: Pick<Term, 'target'>): string[] =>
  target
    .split('|')
    .map((form) => form.trim())
    .filter(Boolean)

/** The translation of a source text that consists of one term only. */
export function wholeTerm(text: string, hits: readonly Hit[]): string | undefined {
  const [only] = hits
  if (hits.length !== 1 || only === undefined || text.slice(only.start, only.end) !== text.trim()) return undefined
  return only.term.kind === 'keep' ? text.trim() : only.term.kind === 'forced' ? formsOf(only.term)[0] : undefined
}

type Worded = Omit<Term, 'id'>
const scope = ({ storeId, locale }: Pick<Term, 'storeId' | 'locale'>): string => `${storeId ?? ''}/${locale ?? ''}`

/** Message why an entry contradicts an existing one; undefined: it does not. */
export function contradictionOf(term: Worded & { id?: string }, existing: readonly Term[]): string | undefined {
  const word = folded(term.source.trim())
  if (term.kind === 'forced' && formsOf(term).length === 0) return '强制译法要填写译文'
  if (term.kind === 'forced' && formsOf(term)[0] === term.source.trim()) return '译文和原文一样，请改为“保持原文”'
  for (const other of existing) {
    if (other.id === term.id) continue
    const isSameWord = folded(other.source.trim()) === word
    const overlaps =
      (other.storeId === term.storeId || other.storeId === null || term.storeId === null) &&
      (other.locale === term.locale || other.locale === null || term.locale === null)
    if (!overlaps) continue
    if (isSameWord && scope(other) === scope(term) && (other.kind === term.kind || neitherForbids(other, term)))
      return `已有“${other.source}”：${sayTerm(other)}`
    if (isSameWord && neitherForbids(other, term) && other.kind !== term.kind)
      return `“${other.source}”在另一条里是“${sayTerm(other)}”，两条不能同时遵守`
    const [forbids, forced] = other.kind === 'forbidden' ? [other, term] : [term, other]
    if (forbids.kind !== 'forbidden' || forced.kind === 'forbidden') continue
    const demanded = forced.kind === 'keep' ? forced.source : (formsOf(forced)[0] ?? '')
    if (termFinder([{ ...forbids, id: '' }])(demanded, forbids.locale ?? forced.locale ?? '').length > 0)
      return `“${forced.source}”要求译文里有“${demanded}”，但“${forbids.source}”是违禁词`
  }
  return undefined
}

const neitherForbids = (a: Pick<Term, 'kind'>, b: Pick<Term, 'kind'>): boolean =>
  a.kind !== 'forbidden' && b.kind !== 'forbidden'

const sayTerm = ({ kind, target, note }: Worded): string =>
  kind === 'keep' ? '保持原文' : kind === 'forbidden' ? `违禁词${note ? `（${note}）` : ''}` : `译为“${target}”`
