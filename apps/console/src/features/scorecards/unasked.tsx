import type { ReactNode } from 'react'
import { StateTag } from '../../ui/state-tag.tsx'

/** For a supplier beyond the number that one call reads: its scorecard is unknown, which is not the same as never bought from. */
export const Unasked = (): ReactNode => (
  <StateTag bare hue="waiting" label="未评分" title="这一页的供应商太多，没有读取它的评分" />
)
