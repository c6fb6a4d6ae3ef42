import { toWorker } from './messages.ts'
import { queued } from './queue.ts'
import { send } from './send.ts'
import { originOf, readSettings, saveSettings } from './settings.ts'

/** The settings page. Settings are saved only if the app accepts a request that uses them. */
const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[name=${name}]`)!
const report = document.querySelector<HTMLElement>('#report')!

function tell(tone: 'done' | 'failed', words: string): void {
  report.className = tone
  report.textContent = words
}

async function save(): Promise<void> {
  const address = originOf(field('address').value)
  const key = field('key').value.trim()
  if (address === undefined) return tell('failed', '货桥的地址不对，例如 https://huoqiao.example.com')
  const sent = await send({ address, key }, [])
  if (sent.kind === 'away') return tell('failed', `${address} 连不上，或者那里不是货桥；没有保存。请检查地址后再试`)
  if (sent.kind !== 'taken') return tell('failed', `${sent.report.text}；没有保存。${sent.report.next ?? ''}`)
  await saveSettings({ address, key })
  tell('done', `已保存：以 ${sent.answer.account} 的身份采集到 ${address}`)
}

async function showWaiting(): Promise<void> {
  const waiting = await queued()
  document.querySelector('#waiting')!.textContent =
    waiting.length === 0
      ? '没有等待发送的商品。'
      : `${waiting.length} 个商品等着发送：${waiting.map(({ offer }) => offer.title).join('、')}`
}

const begin = async (): Promise<void> => {
  const settings = await readSettings()
  field('address').value = settings?.address ?? ''
  field('key').value = settings?.key ?? ''
  await showWaiting()
}

document.querySelector('form')!.addEventListener('submit', (event) => {
  event.preventDefault()
  void save().then(showWaiting)
})
document.querySelector('#send')!.addEventListener('click', () => {
  void toWorker({ kind: 'send-now' }).then(({ tone, text }) => {
    tell(tone === 'done' ? 'done' : 'failed', text)
    return showWaiting()
  })
})
chrome.storage.onChanged.addListener(() => void showWaiting())
void begin()
