import type { BulkOutcome } from '@huoqiao/contract/wire'
import { call } from '../../../lib/index.ts'
import { useBulkActs } from '../../../ui/bulk-acts.tsx'
import { doneKeys } from '../../../ui/index.ts'
import type { CollectItem } from './collect-item.ts'

const TOUCHED = ['collection'] as const
type Act = (items: readonly CollectItem[]) => void

export type BoxActs = Pick<ReturnType<typeof useBulkActs>, 'reported' | 'forget' | 'isBusy'> & {
  ignore: Act
  restore: Act
  retry: Act
}

/** Actions on lines of the box besides claiming. `onDone` gets the lines that succeeded. */
export function useBoxActs(onDone: (ids: readonly string[]) => void): BoxActs {
  const { perform, reported, forget, isBusy } = useBulkActs(TOUCHED)
  async function act(
    title: string,
    items: readonly CollectItem[],
    send: (ids: string[]) => Promise<BulkOutcome>,
  ): Promise<void> {
    const named = items.map(({ id, card, offerId }) => ({ id, name: card?.title ?? offerId }))
    const outcome = await perform(title, named, send)
    if (outcome) onDone(doneKeys(outcome))
  }
  return {
    reported,
    forget,
    isBusy,
    ignore: (items) => void act('忽略', items, (ids) => call('ignoreCollectProducts', { ids, ignored: true })),
    restore: (items) => void act('恢复', items, (ids) => call('ignoreCollectProducts', { ids, ignored: false })),
    retry: (items) => void act('重新采集', items, (ids) => call('retryCollectProducts', { ids })),
  }
}
