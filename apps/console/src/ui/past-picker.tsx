import { DATE_TIME_FORMAT } from '@huoqiao/contract/specification'
import { formatChinaTime, parseChinaTime } from '@huoqiao/kit/time'
import { DatePicker } from 'antd'
import type { ReactNode } from 'react'
import { dayjs } from './day.ts'

type PastPickerProps = { value: number | undefined; onChange: (at: number | undefined) => void }

/** A moment in the past, as a time of China, whatever the browser's time zone is. */
export default function PastPicker({ value, onChange }: PastPickerProps): ReactNode {
  return (
    <DatePicker
      aria-label="看某个时刻的样子"
      style={{ width: 210 }}
      format={DATE_TIME_FORMAT}
      showTime
      placeholder="看某个时刻的样子"
      value={value === undefined ? null : dayjs(formatChinaTime(value).slice(0, 19))}
      disabledDate={(day) => day.isAfter(dayjs(), 'day')}
      onChange={(picked) => {
        const at: unknown = picked && parseChinaTime(picked.format(DATE_TIME_FORMAT))
        onChange(typeof at === 'number' ? at : undefined)
      }}
    />
  )
}
