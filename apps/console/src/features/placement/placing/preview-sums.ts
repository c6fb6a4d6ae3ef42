import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'

type Line = PlacementPreview['lines'][number]
export type SumRow = { label: string; before: number | null; after: number | null }

export const expectedOf = (line: Line): number | null =>
  line.expectedUnitMinor === null ? null : line.expectedUnitMinor * line.quantity

/** 1688's own amount of the line where there is one, because its unit price is rounded. */
export const nowOf = (line: Line): number | null =>
  line.amountMinor ?? (line.unitMinor === null ? null : line.unitMinor * line.quantity)

/** Separates lines that 1688 prices differently, or not at all, from those with the expected price. */
export function byChange(lines: readonly Line[]): { changed: readonly Line[]; same: readonly Line[] } {
  const isSame = (line: Line): boolean => !line.message && nowOf(line) !== null && nowOf(line) === expectedOf(line)
  return { changed: lines.filter((line) => !isSame(line)), same: lines.filter(isSame) }
}

const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)

const less = (whole: number, part: number | null): number | null => (part === null ? null : whole - part)

/** The rows below the lines, so that each side adds up exactly: lines, reduction of the whole order, freight, total. */
export function sumRows({ lines, expected, now }: PlacementPreview): SumRow[] {
  const before = sumOf(lines.map(expectedOf))
  const after = sumOf(lines.map(nowOf))
  const off = { before: less(expected.goodsMinor, before), after: less(now.goodsMinor, after) }
  const extra = {
    before: expected.totalMinor - expected.goodsMinor - expected.freightMinor,
    after: now.totalMinor - now.goodsMinor - now.freightMinor,
  }
  return [
    ...(off.before || off.after
      ? [
          { label: '明细小计', before, after },
          { label: '整单优惠与调整', ...off },
        ]
      : []),
    { label: '货款', before: expected.goodsMinor, after: now.goodsMinor },
    { label: '运费', before: expected.freightMinor, after: now.freightMinor },
    ...(extra.before || extra.after ? [{ label: '其他费用', ...extra }] : []),
    { label: '合计', before: expected.totalMinor, after: now.totalMinor },
  ]
}
