import { BarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useScheme } from '../../../theme/scheme.ts'
import type { Colors } from '../../../theme/tokens.ts'
import { COLORS, FONT } from '../../../theme/tokens.ts'
import type { DailySkus } from './sku-days.rules.ts'
import styles from './sku-panel.module.css'

use([BarChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** Colours for the stores, from the tokens; with more stores they repeat. */
const SERIES: readonly (keyof Colors)[] = ['store', 'ours', 'source', 'attention', 'waiting', 'failed']

/** SKUs pushed successfully per day, one colour per store. */
export default function SkuChart({ days }: { days: DailySkus }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const colors = COLORS[scheme]
    const chart = init(element)
    const textStyle = { color: colors.textSecondary, fontFamily: FONT.sans, fontSize: FONT.secondary }
    chart.setOption({
      animationDuration: 200,
      textStyle,
      color: SERIES.map((name) => colors[name]),
      grid: { left: 48, right: 12, top: 36, bottom: 24 },
      legend: { top: 0, right: 0, itemWidth: 10, itemHeight: 10, textStyle },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        backgroundColor: colors.surface,
        borderColor: colors.border,
        textStyle: { color: colors.text, fontSize: 12 },
      },
      xAxis: {
        type: 'category',
        data: days.dates.map((date) => date.slice(5)),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colors.borderStrong } },
        axisLabel: textStyle,
      },
      yAxis: {
        type: 'value',
        name: 'SKU 个数',
        minInterval: 1,
        nameTextStyle: { ...textStyle, align: 'left' },
        axisLabel: textStyle,
        splitLine: { lineStyle: { color: colors.border } },
      },
      series: days.stores.map((store) => ({
        type: 'bar',
        stack: 'skus',
        name: store.name,
        barMaxWidth: 28,
        data: store.counts,
      })),
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [days, scheme])
  return <div ref={box} className={styles.chart} role="img" aria-label="每日同步成功的SKU数，表格里有同样的数字" />
}
