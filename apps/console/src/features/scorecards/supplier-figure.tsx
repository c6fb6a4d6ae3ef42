import { isFaultIn } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ReactNode } from 'react'
import { BLANK } from '../../lib/format.ts'
import type { SlotProps } from '../../lib/slots.tsx'
import { FigureText } from './figure-text.tsx'
import { Unasked } from './unasked.tsx'
import { useScorecard } from '../../pickers/use-scorecards.ts'

/** One figure of the last ninety days, for the cell of a list. */
export default function SupplierFigure({ figure, ...whose }: SlotProps['supplier-figure']): ReactNode {
  const card = useScorecard(whose)
  if (card === 'unasked') return <Unasked />
  const window = card?.windows[0]
  if (!card || !window) return BLANK
  return (
    <FigureText
      isBrief
      figure={figure}
      value={window.figures[figure]}
      isPoor={isFaultIn(card.windows, window, figure)}
    />
  )
}
