import type { ReadAnswer, ToPage } from './messages.ts'
import type { Report } from './report.ts'

/** Pages are opened in background tabs, one at a time, with this pause after each: many at once make the platform show a captcha. */
const PAUSE_MS = 1_000
const LOOK_EVERY_MS = 300
const TIMEOUT_MS = 45_000

const NOT_OPENED: Report = {
  tone: 'failed',
  text: '商品页打不开，没有采集',
  next: '打开这个商品看看，再在商品页上采集',
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a product page in a tab, requests its data and closes the tab. A page with a captcha stays open, in front, for the person to solve it. */
export async function readPageAt(url: string): Promise<ReadAnswer> {
  const { id } = await chrome.tabs.create({ url, active: false })
  if (id === undefined) return { ok: false, report: NOT_OPENED, isChallenged: false }
  const answer = await askPage(id)
  if (!answer.ok && answer.isChallenged) await chrome.tabs.update(id, { active: true })
  else await chrome.tabs.remove(id).catch(() => undefined)
  await pause(PAUSE_MS)
  return answer
}

async function askPage(id: number): Promise<ReadAnswer> {
  const message: ToPage = { kind: 'read' }
  for (let waited = 0; waited < TIMEOUT_MS; waited += LOOK_EVERY_MS) {
    // Rejects until the tab's content script has loaded.
    const answer = (await chrome.tabs.sendMessage(id, message).catch(() => undefined)) as ReadAnswer | undefined
    if (answer) return answer
    await pause(LOOK_EVERY_MS)
  }
  return { ok: false, report: NOT_OPENED, isChallenged: false }
}
