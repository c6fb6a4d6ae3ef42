import type { UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { useRef, useState } from 'react'
import { useDraft } from '../../../lib/draft.ts'
import type { Choice, Choices } from './goods.rules.ts'
import { proposedChoice } from './goods.rules.ts'

const NONE: Choices = {}
/** Goods have no version: a draft of them is valid until they are linked. */
const BASE = 0

export type GoodsChoices = {
  of: (good: UnsourcedGood) => Choice
  change: (good: UnsourcedGood, change: Partial<Choice>) => void
  /** selects several goods at once */
  pick: (goods: readonly UnsourcedGood[], isPicked: boolean) => void
  forget: (goodIds: readonly string[]) => void
  savedAt: number | null
}

/** A person's choice for each good, kept while typing; untouched goods follow the proposals. */
export function useGoodsChoices(): GoodsChoices {
  const draft = useDraft<Choices>('unsourced-goods', BASE)
  // Selected in several windows: for a good that is in more than one draft, the last selection counts.
  const [edits, setEdits] = useState<Choices>(() =>
    Object.assign({}, ...[draft.found, ...draft.others].map((one) => one?.value ?? NONE).toReversed()),
  )
  // A function that waits for an answer has the choices of its own render; the ref has what was typed since.
  const latest = useRef(edits)
  const of = (good: UnsourcedGood): Choice => edits[good.id] ?? proposedChoice(good)
  const now = (good: UnsourcedGood): Choice => latest.current[good.id] ?? proposedChoice(good)
  function put(next: Choices): void {
    latest.current = next
    setEdits(next)
    draft.absorb()
    if (Object.keys(next).length === 0) draft.drop()
    else draft.keep(next)
  }
  return {
    of,
    savedAt: draft.savedAt,
    change: (good, change) => put({ ...latest.current, [good.id]: { ...now(good), ...change } }),
    pick: (goods, isPicked) =>
      put({ ...latest.current, ...Object.fromEntries(goods.map((good) => [good.id, { ...now(good), isPicked }])) }),
    forget: (goodIds) =>
      put(Object.fromEntries(Object.entries(latest.current).filter(([goodId]) => !goodIds.includes(goodId)))),
  }
}
