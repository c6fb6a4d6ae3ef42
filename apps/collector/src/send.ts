import type { CollectedAnswer, CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import { COLLECT_PAGES_PATH } from '@huoqiao/contract/collection/collector.words'
import type { Settings } from './settings.ts'
import type { Report } from './report.ts'

/**
 * The outcome of a request. `away`: it is unknown whether it arrived, so it is sent again later; this is safe, because an offer that is
 * already in the collection box stays one line. `held`: the key or its account may not send now; it is sent again after a person has acted.
 */
export type Sent =
  | { kind: 'taken'; answer: CollectedAnswer }
  | { kind: 'refused'; report: Report }
  | { kind: 'held'; report: Report }
  | { kind: 'away' }

type Envelope = {
  code: number
  msg: string
  data: (CollectedAnswer & { refusal?: string; what?: string; why?: string; next?: { label: string }[] }) | null
}

/** Refusals because of the key or its rights, not because of the offer. */
const HELD = ['collector-key-gone', 'no-right']
const TIMEOUT_MS = 30_000

export async function send(settings: Settings, offers: readonly CollectedOffer[]): Promise<Sent> {
  let envelope: Envelope
  try {
    const response = await fetch(settings.address + COLLECT_PAGES_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${settings.key}` },
      body: JSON.stringify({ offers }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    envelope = (await response.json()) as Envelope
  } catch {
    // No connection, or a proxy's page in place of an answer.
    return { kind: 'away' }
  }
  const { code, msg, data } = envelope
  if (code === 200 && data) return { kind: 'taken', answer: data }
  if (code === undefined || code >= 500 || code === 429 || code === 404) return { kind: 'away' }
  const why = data?.why === undefined ? '' : `：${data.why}`
  const next = data?.next?.map(({ label }) => label).join('；')
  const isHeld = HELD.includes(data?.refusal ?? '')
  const report: Report = {
    tone: 'failed',
    text: `货桥没有收下：${data?.what ?? msg}${why}`,
    ...(next === undefined ? {} : { next }),
    ...(isHeld ? { act: 'settings' as const } : {}),
  }
  return { kind: isHeld ? 'held' : 'refused', report }
}
