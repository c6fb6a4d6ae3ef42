import type { TranslationField } from '@huoqiao/contract/translations/translations.schema'
import type { ReactNode } from 'react'
import styles from './editor.module.css'

/** The source text with the entries of the glossary marked; HTML is shown as text, because it comes from a supplier. */
export function MarkedSource({ field: { source, terms } }: { field: TranslationField }): ReactNode {
  const pieces: ReactNode[] = []
  let from = 0
  for (const { start, end, target, kind, note } of terms) {
    pieces.push(source.slice(from, start))
    const says = kind === 'keep' ? '保持原文' : `译为 ${target}`
    pieces.push(
      <mark key={start} className={styles.term} title={note === '' ? says : `${says}：${note}`}>
        {source.slice(start, end)}
      </mark>,
    )
    from = end
  }
  pieces.push(source.slice(from))
  return (
    <>
      <p className={styles.text}>{pieces}</p>
      {terms.length === 0 ? null : (
        <ul className={styles.terms} aria-label="术语">
          {[...new Map(terms.map((term) => [term.source, term])).values()].map(({ source: word, target, kind }) => (
            <li key={word}>{kind === 'keep' ? `${word} 保持原文` : `${word} → ${target}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}
