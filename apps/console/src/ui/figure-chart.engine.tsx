import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useScheme } from '../theme/scheme.ts'
import { COLORS, FONT } from '../theme/tokens.ts'
import type { FigureChartProps } from './figure-chart.tsx'
import styles from './figure-chart.module.css'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** Width of the names in a chart of the kind `rank`. */
const NAME_PX = 150

/** The library behind FigureChart, loaded when a chart is shown. */
export default function FigureChartEngine({ kind, labels, series, axis, write, title }: FigureChartProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const colors = COLORS[scheme]
    const chart = init(element)
    const textStyle = { color: colors.textSecondary, fontFamily: FONT.sans, fontSize: FONT.secondary }
    const isRank = kind === 'rank'
    const isWide = labels.length > 40
    chart.setOption({
      animationDuration: 200,
      textStyle,
      grid: { left: isRank ? NAME_PX + 12 : 64, right: 16, top: 36, bottom: 28 },
      legend: series.length > 1 ? { top: 0, right: 0, itemWidth: 14, itemHeight: 8, textStyle } : { show: false },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: kind === 'line' ? 'line' : 'shadow' },
        backgroundColor: colors.surface,
        borderColor: colors.border,
        textStyle: { color: colors.text, fontSize: 12 },
        valueFormatter: (value: number | null) => (value === null ? '–' : write(value)),
      },
      [isRank ? 'yAxis' : 'xAxis']: {
        type: 'category',
        data: [...labels],
        inverse: isRank,
        boundaryGap: kind !== 'line',
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colors.borderStrong } },
        axisLabel: { ...textStyle, width: isRank ? NAME_PX : 96, overflow: 'truncate', hideOverlap: !isRank },
      },
      [isRank ? 'xAxis' : 'yAxis']: {
        type: 'value',
        name: isRank ? '' : axis,
        nameTextStyle: { ...textStyle, align: 'left', padding: [0, 0, 0, -48] },
        axisLabel: { ...textStyle, formatter: (value: number) => shortNumber(value), hideOverlap: true },
        splitLine: { lineStyle: { color: colors.border } },
      },
      series: series.map(({ name, values, role }) => {
        const color = role === 'before' ? colors.textFaint : colors[role]
        return {
          type: kind === 'line' ? 'line' : 'bar',
          name,
          data: [...values],
          color,
          ...(kind !== 'line'
            ? { barMaxWidth: isRank ? 10 : 28 }
            : {
                symbol: isWide ? 'none' : 'circle',
                symbolSize: 4,
                connectNulls: true,
                lineStyle: { width: 2, type: role === 'before' ? 'dashed' : 'solid' },
              }),
        }
      }),
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [kind, labels, series, axis, write, scheme])
  return <div ref={box} className={styles.chart} role="img" aria-label={title} />
}

/** 12,000 → 1.2万: an axis has no room for more. */
function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 100_000_000) return `${rounded(value / 100_000_000)}亿`
  return size >= 10_000 ? `${rounded(value / 10_000)}万` : rounded(value)
}
const rounded = (value: number): string => String(Math.round(value * 100) / 100)
