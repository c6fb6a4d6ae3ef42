import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { rowWalk } from '../../../lib/row-walk.ts'
import type { TakeoverActs } from './use-takeover-acts.ts'

/** j and k move with real focus, on the row's link. When a decided row disappears, the focus stays at its position. */
export function useTakeoverKeys({
  box,
  items,
  acts,
  choose,
}: {
  box: RefObject<HTMLElement | null>
  items: readonly TakeoverItem[]
  acts: TakeoverActs
  choose: (item: TakeoverItem) => void
}): void {
  const allowed = useAllowed()
  const walk = rowWalk(box, 'takeover', 'a')
  const atFocus = (run: (item: TakeoverItem) => Promise<unknown> | undefined) => (): void => {
    if (!acts.isBusy) walk.act(items, run)
  }
  const isOpen = (item: TakeoverItem): boolean => allowed(item, 'acceptTakeovers') === true
  useKeys([
    { key: 'j', label: '下一件店铺商品', run: () => walk.step(1) },
    { key: 'k', label: '上一件店铺商品', run: () => walk.step(-1) },
    {
      key: 'a',
      label: '接管为建议的商品',
      run: atFocus((item) => (isOpen(item) && item.product !== null ? acts.accept([item]) : undefined)),
    },
    {
      key: 'p',
      label: '另选一个商品',
      run: atFocus((item) => {
        if (isOpen(item)) choose(item)
        return undefined
      }),
    },
    {
      key: 'n',
      label: '从店铺商品新建商品',
      run: atFocus((item) => (allowed(item, 'createTakenProducts') === true ? acts.create(item) : undefined)),
    },
    {
      key: 's',
      label: '跳过，或放回待接管',
      run: atFocus((item) =>
        allowed(item, 'skipTakeovers') === true ? acts.skip(item, item.state !== 'skipped') : undefined,
      ),
    },
    {
      key: 'z',
      label: '撤销接管',
      run: atFocus((item) => (allowed(item, 'undoTakeovers') === true ? acts.undo(item) : undefined)),
    },
  ])
}
