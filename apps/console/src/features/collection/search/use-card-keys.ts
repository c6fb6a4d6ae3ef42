import type { KeyboardEvent, RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'

type CardActions = { select: (offerId: string) => void; claim: (offerId: string | undefined) => void }

/**
 * j and k walk through the cards by real focus, so that what a reader or a mouse sees is the same; Space selects the focused card
 * and c claims what is chosen, or the focused card. Answers the handler for keys inside the list.
 */
export function useCardKeys(
  list: RefObject<HTMLElement | null>,
  actions: CardActions,
): (event: KeyboardEvent<HTMLElement>) => void {
  const cells = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-offer]') ?? [])]
  const focused = (): HTMLElement | undefined => cells().find((cell) => cell.contains(document.activeElement))

  function walk(step: 1 | -1): void {
    const all = cells()
    const at = all.findIndex((cell) => cell.contains(document.activeElement))
    const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)
    // The picture is the button that opens the card: Enter does that, and the actions of the card show.
    const target = all[next]?.querySelector<HTMLElement>('button')
    target?.focus({ preventScroll: true })
    all[next]?.scrollIntoView({ block: 'nearest' })
  }
  const claim = (): void => actions.claim(focused()?.dataset.offer)

  useKeys([
    { key: 'j', label: '下一个货源', run: () => walk(1) },
    { key: 'k', label: '上一个货源', run: () => walk(-1) },
    { key: '空格', label: '选择货源', run: () => undefined },
    { key: 'c', label: '认领所选货源，没有选择时认领当前这个', run: claim },
  ])

  // Space belongs to whatever has the focus: only on the picture of a card does it select, other buttons keep it.
  return (event) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement)) return
    const cell = event.target.closest<HTMLElement>('[data-offer]')
    if (!cell || event.target !== cell.querySelector('button')) return
    event.preventDefault()
    actions.select(cell.dataset.offer!)
  }
}
