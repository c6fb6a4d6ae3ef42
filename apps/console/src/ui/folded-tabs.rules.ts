/** A tab of a list as its fold sees it. `width` in pixels, `weight`: how many rows it stands for; the first tab is that of all rows. */
export type MeasuredTab = { readonly key: string; readonly width: number; readonly weight: number }

/**
 * At most how wide a tab is, in pixels, as state-tabs.module.css draws it. Calculated and not measured: a folded tab can't be measured, and
 * Chinese characters are as wide as the font is high.
 */
export const tabWidth = (label: string, count: string): number =>
  PADDING +
  FONT * Array.from(label).length +
  (count === '' ? 0 : COUNT_GAP + Math.max(COUNT_LEAST, COUNT_PADDING + DIGIT * count.length))
const PADDING = 20
const FONT = 14
const COUNT_GAP = 6
const COUNT_LEAST = 18
const COUNT_PADDING = 10
const DIGIT = 7

/**
 * The tabs that do not fit into one row of `room` pixels beside a button of `button` pixels: those with nothing behind them first, each
 * time the last one. The first tab and the selected one always stay.
 */
export function foldedTabs(
  tabs: readonly MeasuredTab[],
  { selected, room, button, gap }: { selected: string; room: number; button: number; gap: number },
): ReadonlySet<string> {
  const folded = new Set<string>()
  let used = tabs.reduce((sum, { width }) => sum + width + gap, -gap)
  if (used <= room) return folded
  used += gap + button
  const rest = tabs.slice(1).filter(({ key }) => key !== selected)
  const order = [
    ...rest.filter(({ weight }) => weight === 0).reverse(),
    ...rest.filter(({ weight }) => weight > 0).reverse(),
  ]
  for (const { key, width } of order) {
    if (used <= room) break
    folded.add(key)
    used -= width + gap
  }
  return folded
}
