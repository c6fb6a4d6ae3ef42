/** A tab of a list, measured for folding. `width` in pixels, `weight`: its number of rows; the first tab is that of all rows. */
export type MeasuredTab = { readonly key: string; readonly width: number; readonly weight: number }

/**
 * The maximum width of a tab in pixels, by the sizes in state-tabs.module.css. Calculated, because a folded tab cannot be measured; Chinese
 * characters are as wide as the font size.
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
 * The tabs that do not fit into one row of `room` pixels beside a button of `button` pixels: empty ones are folded before others, from
 * the last to the first. The first tab and the selected one always stay.
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
