import { COLLECT_PAGES_MAX } from '@huoqiao/contract/collection/collector.words'
import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import { pageKindOf } from './adapter-1688.ts'
import { openDelivery } from './delivery.ts'
import { readDescription } from './description.ts'
import type { ToPage, ToWorker } from './messages.ts'
import { NO_SETTINGS, tooLarge } from './report.ts'
import type { Report } from './report.ts'
import { readSettings } from './settings.ts'
import { readPageAt } from './visits.ts'

/** The extension's worker. Browsers end it when it is idle, so everything that must last is in the storage. */
const delivery = openDelivery((report) => void tellPages(report))

async function collect(offer: CollectedOffer, descriptionUrl: string | null): Promise<Report> {
  const descriptionHtml = descriptionUrl === null ? null : await readDescription(descriptionUrl)
  const whole = { ...offer, descriptionHtml }
  const bytes = new TextEncoder().encode(JSON.stringify({ offers: [whole] })).length
  if (bytes > COLLECT_PAGES_MAX) return tooLarge(bytes, COLLECT_PAGES_MAX, descriptionHtml !== null)
  return delivery.deliver(whole)
}

/** Each page's outcome is reported at once, by `tell`, in the tab where the offers were chosen; the returned report sums them up. */
async function collectMany(urls: readonly string[], tell: (report: Report) => void): Promise<Report> {
  const pages = urls.filter((url) => URL.canParse(url) && pageKindOf(new URL(url)).kind === 'product')
  if (!(await readSettings())) return NO_SETTINGS
  const sums = { done: 0, waiting: 0, failed: 0 }
  for (const [index, url] of pages.entries()) {
    const read = await readPageAt(url)
    const report = read.ok ? await collect(read.offer, read.descriptionUrl) : read.report
    sums[report.tone]++
    // Without `act`: its button would concern the page of the list. The person has to look at each offer's page.
    tell({ tone: report.tone, text: report.text, ...(report.next === undefined ? {} : { next: report.next }) })
    const left = pages.length - index - 1
    if (!read.ok && read.isChallenged && left > 0)
      return { tone: 'failed', text: `${sumOf(sums)}，剩下 ${left} 个没有采集`, next: '完成验证后再采集剩下的' }
    if (report.act === 'settings')
      return left === 0 ? report : { ...report, text: `${report.text}；剩下 ${left} 个没有采集` }
  }
  return { tone: sums.failed > 0 ? 'failed' : sums.waiting > 0 ? 'waiting' : 'done', text: sumOf(sums) }
}

const sumOf = ({ done, waiting, failed }: Readonly<Record<Report['tone'], number>>): string =>
  [
    `采集完成：成功 ${done} 个`,
    ...(waiting > 0 ? [`待发送 ${waiting} 个`] : []),
    ...(failed > 0 ? [`没有采集 ${failed} 个`] : []),
  ].join('，')

async function sendNow(): Promise<Report> {
  return (await delivery.sendAll()) ?? { tone: 'done', text: '没有等待发送的商品' }
}

const tellTab = async (id: number, report: Report): Promise<void> => {
  const message: ToPage = { kind: 'report', report }
  // A tab without our script, or one that was closed.
  await chrome.tabs.sendMessage(id, message).catch(() => undefined)
}

/** A late answer is reported on every open page of the marketplace, because it is unknown which one the person looks at. */
async function tellPages(report: Report): Promise<void> {
  for (const { id } of await chrome.tabs.query({ url: '*://*.1688.com/*' }))
    if (id !== undefined) await tellTab(id, report)
}

async function answer(message: ToWorker, tab: number | undefined): Promise<Report> {
  switch (message.kind) {
    case 'collect':
      return collect(message.offer, message.descriptionUrl)
    case 'collect-many':
      return collectMany(message.urls, (report) => {
        if (tab !== undefined) void tellTab(tab, report)
      })
    case 'send-now':
      return sendNow()
    default:
      await chrome.runtime.openOptionsPage()
      return { tone: 'done', text: '' }
  }
}

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  answer(message as ToWorker, sender.tab?.id).then(reply, (error: unknown) =>
    reply({
      tone: 'failed',
      text: `插件出错了：${error instanceof Error ? error.message : String(error)}`,
    } satisfies Report),
  )
  // Keeps the channel open for an asynchronous answer.
  return true
})
chrome.action.onClicked.addListener(() => void chrome.runtime.openOptionsPage())
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (delivery.isOwnAlarm(name)) void delivery.sendAll()
})
chrome.runtime.onStartup.addListener(() => void delivery.sendAll())
chrome.runtime.onInstalled.addListener(() => void delivery.sendAll())
// After a change of address or key, offers that were held may be accepted.
chrome.storage.onChanged.addListener((changes) => {
  if ('settings' in changes) void delivery.sendAll()
})
