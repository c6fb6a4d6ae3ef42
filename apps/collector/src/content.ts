import { isChallenged, pageKindOf, productUrl, readProduct } from './adapter-1688.ts'
import type { PageData } from './adapter-1688.ts'
import { toWorker } from './messages.ts'
import type { ReadAnswer, ToPage } from './messages.ts'
import { ANSWER_EVENT, ASK_EVENT } from './page-events.ts'
import { button, element, openPanel } from './panel.ts'
import { openTicks } from './ticks.ts'
import { CHALLENGED, notForSale, unreadable } from './report.ts'
import type { Report } from './report.ts'

/** The content script: runs on each page of the marketplace that shows offers. */
const panel = openPanel()
const page = new URL(location.href)

/** The values of the page's own variables. page-data.ts, which can read them, answers the event synchronously. */
function pageData(): PageData {
  let answered: unknown
  const hear = (event: Event): void => {
    answered = (event as CustomEvent<unknown>).detail
  }
  document.addEventListener(ANSWER_EVENT, hear)
  document.dispatchEvent(new CustomEvent(ASK_EVENT))
  document.removeEventListener(ANSWER_EVENT, hear)
  return typeof answered === 'string' ? (JSON.parse(answered) as PageData) : { variables: [] }
}

function readThisPage(): ReadAnswer {
  if (isChallenged(document)) return { ok: false, report: CHALLENGED, isChallenged: true }
  const read = readProduct(pageData(), page)
  if (read.ok) return read
  const report = read.why === 'unknown-page' ? unreadable(read.version) : notForSale(read.status)
  return { ok: false, report, isChallenged: false }
}

const tell = (report: Report): void =>
  panel.tell(report, {
    settings: () => void toWorker({ kind: 'open-settings' }),
    'copy-link': () => void navigator.clipboard.writeText(`${page.origin}${page.pathname}`),
    'without-description': () => void collectThis(false),
  })

async function collectThis(isWithDescription = true): Promise<void> {
  const read = readThisPage()
  tell(
    read.ok
      ? await toWorker({ ...read, kind: 'collect', descriptionUrl: isWithDescription ? read.descriptionUrl : null })
      : read.report,
  )
}

/** A button that is disabled while its work runs. */
function pressOnce(words: string, work: () => Promise<void>): HTMLButtonElement {
  const made = button(words, () => {
    made.disabled = true
    made.textContent = '正在采集…'
    void work().finally(() => {
      made.disabled = false
      made.textContent = words
    })
  })
  made.className = 'main'
  return made
}

function openList(): void {
  const count = element('span', 'count')
  const ticks = openTicks(() => {
    count.textContent = `已选 ${ticks.chosen().length} 个`
  })
  count.textContent = '已选 0 个'
  const collectChosen = async (): Promise<void> => {
    const urls = ticks.chosen().map((offerId) => productUrl(offerId, page.protocol))
    if (urls.length === 0) return tell({ tone: 'failed', text: '还没有选商品', next: '在商品图片的左上角打勾' })
    const report = await toWorker({ kind: 'collect-many', urls })
    tell(report)
    // After a failure the offers stay ticked for another try; an offer that was collected already stays one line of the collection box.
    if (report.tone !== 'failed') ticks.clear()
  }
  panel.bar.append(
    count,
    button('全选本页', () => ticks.all()),
    button('取消选择', () => ticks.clear()),
    pressOnce('采集到货桥', collectChosen),
  )
}

chrome.runtime.onMessage.addListener((message, _sender, reply) => {
  const asked = message as ToPage
  if (asked.kind === 'report') tell(asked.report)
  else reply(readThisPage())
  return undefined
})

const { kind } = pageKindOf(page)
if (kind === 'product') panel.bar.append(pressOnce('采集到货桥', () => collectThis()))
else if (kind === 'list') openList()
