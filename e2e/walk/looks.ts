import type { Page } from 'playwright-core'
import { contractWords } from './words.ts'

/** Units in their usual form. */
const UNITS = new Set(['g', 'kg', 'lb', 'oz'])
const WORDS = contractWords().filter((word) => !UNITS.has(word))

/** Rules that are checked on what is visible, without pressing anything. */
export const LOOKED_AT = ['时间', '金额', '空值', '词语', '溢出', '标签', '搜索'] as const
export type Fault = { rule: (typeof LOOKED_AT)[number]; text: string }
type Look = { faults: Fault[]; met: Record<Fault['rule'], number> }

/** The visible content: of the topmost window, otherwise of the page. */
export const lookAt = (page: Page): Promise<Look> => page.evaluate(inspect, WORDS)

/** Runs in the page. */
function inspect(words: readonly string[]): Look {
  const met = { 时间: 0, 金额: 0, 空值: 0, 词语: 0, 溢出: 0, 标签: 0, 搜索: 0 }
  const faults: Fault[] = []
  const isSeen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const layers = [
    ...document.querySelectorAll(
      '.ant-drawer-section, [role=dialog], .ant-modal, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)',
    ),
  ].filter(isSeen)
  const root = layers.at(-1) ?? [...document.querySelectorAll('[data-view]')].find(isSeen) ?? document.body

  const FULL = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/
  const RELATIVE = /^(刚刚|马上|昨天|明天|\d+ ?(秒|分钟|小时|天|个月|年)(前|后))$/
  const DATES: readonly [RegExp, string][] = [
    [/\d{4}-\d\d-\d\dT\d\d:\d\d/, 'ISO'],
    [/Invalid Date/, 'Invalid Date'],
    [/\d{4}[-/]\d\d?[-/]\d\d? \d\d:\d\d(?!:\d\d)/, '没有秒'],
    [/\d{4}\/\d\d?\/\d\d?/, '斜线日期'],
    [/(上午|下午)\d/, '上午下午'],
  ]
  const EMPTY = /\bNaN\b|\bundefined\b|\bnull\b|\[object Object\]|\bInfinity\b/
  const TWO = /(?:¥|€|£|US\$|CA\$|A\$|HK\$|\$)\s?-?\d[\d,]*(\.\d+)?/g
  const NAMED = /金额|单价|总价|售价|成本|利润|毛利|运费|税|小费|货款|应付|已付|实付|退款金额|合计|进价|价格/

  const known = new Set(words)
  /** An identifier of the program, in a sentence or alone: with several parts anywhere, a single word only next to Chinese text. */
  const JOINED = /(?<![\w./:@#-])(?:[a-z]+(?:[_-][a-z]+)+|[a-z]{2,}(?:[A-Z][a-z]+)+)(?![\w./:@-])/g
  /** Shopify's names of scopes, which people search for under these names. */
  const SCOPE = /^(read|write)_/
  const PLAIN = /(?:^|[\u3000-\u9fff：，（] ?)([a-z]{2,})(?= ?(?:$|[\u3000-\u9fff：，。）]))/g

  const isOpenEdged = (one: Element): boolean => getComputedStyle(one).overflowX === 'visible'
  /** Whether the text overflows its cell into the next one without being cut off. */
  function runsOver(text: Node, cell: Element): boolean {
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right } = cell.getBoundingClientRect()
    const isOver = [...range.getClientRects()].some((part) => part.right > right + 1 || part.left < left - 1)
    if (!isOver || !isOpenEdged(cell)) return false
    for (let at = text.parentElement; at && at !== cell; at = at.parentElement) {
      if (isOpenEdged(at)) continue
      const box = at.getBoundingClientRect()
      return box.right > right + 1 || box.left < left - 1
    }
    return true
  }

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim()
    const parent = node.parentElement
    if (text === '' || !parent || !isSeen(parent) || parent.closest('pre, code, textarea, script, style, option'))
      continue
    met.空值 += 1
    if (FULL.test(text)) met.时间 += 1
    const cell = parent.closest<HTMLTableCellElement>('td, th')
    if (cell) {
      met.溢出 += 1
      if (runsOver(node, cell)) {
        const head = cell.closest('table')?.querySelectorAll('thead th')[cell.cellIndex]?.textContent ?? ''
        faults.push({ rule: '溢出', text: `${head}：${text.slice(0, 60)}` })
      }
    }
    for (const [shape, why] of DATES)
      if (shape.test(text)) faults.push({ rule: '时间', text: `${why}：${text.slice(0, 60)}` })
    // The label of a time range that can be chosen is not a time.
    if (RELATIVE.test(text) && !parent.closest('button, label, [role=menuitem], .ant-segmented, .ant-picker-presets')) {
      const around = parent.closest('td, li, dd, p, section > div') ?? parent.parentElement ?? parent
      if (!FULL.test(around.textContent ?? '')) faults.push({ rule: '时间', text: `只有相对时间：${text}` })
    }
    if (!parent.closest('.hq-mono, [title^="复制"], [contenteditable=true]')) {
      met.词语 += 1
      const joined = [...text.matchAll(JOINED)]
        .map(([word]) => word)
        .filter((word) => (!word.includes('-') || known.has(word)) && !SCOPE.test(word))
      const plain = [...text.matchAll(PLAIN)].map(([, word]) => word!).filter((word) => known.has(word))
      for (const word of [...joined, ...plain]) faults.push({ rule: '词语', text: `${word}：${text.slice(0, 60)}` })
    }
    if (EMPTY.test(text)) faults.push({ rule: '空值', text: text.slice(0, 60) })
    // Only a sign that is the cell's whole text counts: not one before an amount or between two amounts.
    const place = parent.closest<HTMLElement>('td, dd') ?? parent
    if (/^[–—-]$/.test(text) && place.textContent?.trim() === text) {
      const heads = place.closest('table')?.querySelectorAll('thead th')
      const head = place instanceof HTMLTableCellElement ? heads?.[place.cellIndex]?.textContent : undefined
      const label = head ?? place.previousElementSibling?.textContent ?? ''
      if (NAMED.test(label)) faults.push({ rule: '空值', text: `${label}：${text}` })
    }
  }
  // An amount is rendered in several elements: adjacent ones are read together.
  for (const one of root.querySelectorAll<HTMLElement>('*')) {
    const own = [...one.childNodes].some((child) => child.nodeType === 3 && /[¥€£$]/.test(child.textContent ?? ''))
    if (!own || !isSeen(one) || one.closest('pre, code, option')) continue
    const text = (/symbol/.test(one.className) ? one.parentElement! : one).innerText.replace(/\s+/g, ' ')
    met.金额 += 1
    for (const [amount, fraction] of text.matchAll(TWO))
      if (fraction?.length !== 3 && !/JP¥/.test(text))
        faults.push({ rule: '金额', text: `${amount}（${text.slice(0, 60)}）` })
  }
  // Two rows of tabs, one below the other, do not show which of them filters the list.
  const rows = [...root.querySelectorAll('[role=tablist]')].filter(isSeen)
  met.标签 += rows.length
  if (rows.length > 1)
    faults.push({ rule: '标签', text: rows.map((row) => row.textContent?.slice(0, 30)).join(' ／ ') })
  // The history of one product is not a list to search. The batch bar stands in place of the filters while rows are selected.
  const isNoList = window.location.pathname === '/shop/product/edit'
  const isBatch = root.querySelector('[role=toolbar][aria-label=批量操作]') !== null
  if (layers.length === 0 && !isNoList && !isBatch && [...root.querySelectorAll('.ant-pagination')].some(isSeen)) {
    met.搜索 += 1
    if (![...root.querySelectorAll('[data-hq-search]')].some(isSeen))
      faults.push({ rule: '搜索', text: '列表没有搜索框' })
  }
  return { faults, met }
}
