import type { ReactNode } from 'react'
import styles from './html-preview.module.css'

const PAGE =
  '<!doctype html><meta charset="utf-8"><style>body{font:16px/1.6 sans-serif;max-width:760px;margin:16px auto;padding:0 16px}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:4px 8px}</style>'

type HtmlPreviewProps = { html: string; label: string }

/** HTML as a shop would show it: on white, in a frame that runs no scripts. As high as the box around it. */
export function HtmlPreview({ html, label }: HtmlPreviewProps): ReactNode {
  return <iframe className={styles.preview} title={`${label}的预览`} sandbox="" srcDoc={`${PAGE}${html}`} />
}
