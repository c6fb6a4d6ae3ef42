import { DATE_TIME_FORMAT } from '@huoqiao/contract/specification'
import { parseChinaTime } from '@huoqiao/kit/time'
import { DatePicker } from 'antd'
import type { ReactNode } from 'react'
import type { Span } from '../lib/date-range.ts'
import { QUICK_RANGES, quickRange, spanText } from '../lib/date-range.ts'
import { dayjs } from './day.ts'

export type QuickDateRangeProps = {
  value: Partial<Span>
  onChange: (span: Partial<Span>) => void
  placeholder?: [string, string]
  width?: number
}

/** A time range with quick ranges. The picker shows times of China, whatever the browser's time zone is. */
export default function DateRangePicker({
  value,
  onChange,
  placeholder = ['开始时间', '结束时间'],
  width = 320,
}: QuickDateRangeProps): ReactNode {
  const asWall = ({ from, to }: Span): [dayjs.Dayjs, dayjs.Dayjs] => {
    const [start, end] = spanText({ from, to })
    return [dayjs(start), dayjs(end)]
  }
  const { from, to } = value
  return (
    <DatePicker.RangePicker
      style={{ width }}
      format={DATE_TIME_FORMAT}
      showTime
      // Otherwise the first field holds the focus until it has a time: Tab would never leave it.
      allowEmpty={[true, true]}
      placeholder={placeholder}
      value={from !== undefined && to !== undefined ? asWall({ from, to }) : null}
      presets={QUICK_RANGES.map((label) => ({ label, value: () => asWall(quickRange(label, Date.now())) }))}
      onChange={(picked) => {
        // A range with only one end is ignored: the former one stays.
        if (picked && (picked[0] === null) !== (picked[1] === null)) return
        const start = picked?.[0] && parseChinaTime(picked[0].format(DATE_TIME_FORMAT))
        const end = picked?.[1] && parseChinaTime(picked[1].format(DATE_TIME_FORMAT))
        onChange(typeof start === 'number' && typeof end === 'number' ? { from: start, to: end } : {})
      }}
    />
  )
}
