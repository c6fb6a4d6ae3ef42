import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { antdTheme } from './antd-theme.ts'
import { useScheme } from './scheme.ts'

const FORM = { validateMessages: { required: '该项为必填项', pattern: { mismatch: '输入不规范' } } }
/** No space between two Chinese characters in a button, because buttons in dense rows are narrow. */
const BUTTON = { autoInsertSpace: false }

/** The system setting for reduced motion, read when the console opens. */
const wantsStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Ant Design at its small size (the specification's "mini"), in Chinese, with our tokens. */
export function AntdProvider({ children }: { children: ReactNode }): ReactNode {
  const scheme = useScheme()
  const theme = useMemo(() => antdTheme(scheme, wantsStillness()), [scheme])
  return (
    <ConfigProvider theme={theme} locale={zhCN} componentSize="small" form={FORM} button={BUTTON}>
      {children}
    </ConfigProvider>
  )
}
