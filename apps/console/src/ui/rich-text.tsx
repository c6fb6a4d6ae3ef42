import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { HtmlPreview } from './html-preview.tsx'
import { TextSkeleton } from './skeletons.tsx'
import styles from './rich-text.module.css'

const Engine = lazy(() => import('./rich-text.engine.tsx'))

export type RichTextProps = {
  /** HTML */
  value: string
  onChange: (html: string) => void
  /** the field's name for screen readers */
  label: string
  height?: number
  readOnly?: boolean
  /** takes a picture that was pasted, dropped or chosen, and returns its address; without it pictures can only be given by address */
  uploadPicture?: (picture: File) => Promise<string>
}

type Mode = '编辑' | '源码' | '预览'
const MODES: Mode[] = ['编辑', '源码', '预览']

/** HTML in three modes: edited with TinyMCE, as source, as preview. The engine is a chunk of its own, loaded when it is first needed. */
export function RichText(props: RichTextProps): ReactNode {
  const { value, onChange, label, height = 460, readOnly = false } = props
  const [mode, setMode] = useState<Mode>('编辑')
  return (
    <div className={styles.box}>
      <Segmented<Mode> className={styles.modes ?? ''} options={MODES} value={mode} onChange={setMode} />
      <div style={{ height }}>
        {mode === '编辑' ? (
          <Suspense fallback={<TextSkeleton lines={8} />}>
            <Engine {...props} height={height} />
          </Suspense>
        ) : null}
        {mode === '源码' ? (
          <textarea
            className={styles.source}
            aria-label={`${label}的源码`}
            spellCheck={false}
            readOnly={readOnly}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : null}
        {mode === '预览' ? <HtmlPreview html={value} label={label} /> : null}
      </div>
    </div>
  )
}
