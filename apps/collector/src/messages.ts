import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import type { Report } from './report.ts'

/** Messages from the extension's scripts in pages to its worker. */
export type ToWorker =
  | { kind: 'collect'; offer: CollectedOffer; descriptionUrl: string | null }
  /** product pages to open, read and close one after the other */
  | { kind: 'collect-many'; urls: readonly string[] }
  | { kind: 'open-settings' }
  | { kind: 'send-now' }
export type ToPage = { kind: 'read' } | { kind: 'report'; report: Report }

/** A page's answer to the message `read`. */
export type ReadAnswer =
  | { ok: true; offer: CollectedOffer; descriptionUrl: string | null }
  | { ok: false; report: Report; isChallenged: boolean }

export const toWorker = async (message: ToWorker): Promise<Report> =>
  (await chrome.runtime.sendMessage(message)) as Report
