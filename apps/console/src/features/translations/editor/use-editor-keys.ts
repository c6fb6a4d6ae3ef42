import type { TranslationField } from '@huoqiao/contract/translations/translations.schema'
import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import type { Editor } from './use-editor.ts'

const rowsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('li[data-field]') ?? []),
]

/** j and k move the focus from text to text; the other keys act on the focused one. */
export function useEditorKeys({
  box,
  fields,
  editor,
  addTerm,
}: {
  box: RefObject<HTMLElement | null>
  fields: readonly TranslationField[]
  editor: Editor
  addTerm: (field: TranslationField) => void
}): void {
  const indexOfFocus = (): number => rowsIn(box.current).findIndex((row) => row.contains(document.activeElement))
  const walk = (step: 1 | -1): void => {
    const rows = rowsIn(box.current)
    const at = indexOfFocus()
    const row = rows[Math.min(Math.max(at < 0 ? 0 : at + step, 0), rows.length - 1)]
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const atFocus = (run: (field: TranslationField) => void) => (): void => {
    const field = fields[indexOfFocus()]
    if (field) run(field)
  }
  useKeys([
    { key: 'j', label: '下一段译文', run: () => walk(1) },
    { key: 'k', label: '上一段译文', run: () => walk(-1) },
    {
      key: 'a',
      label: '通过这段译文',
      run: atFocus(({ field, translation }) => {
        if (translation && translation.state !== 'approved' && !editor.isBusy) void editor.approve(field)
      }),
    },
    {
      key: 'e',
      label: '修改这段译文',
      run: atFocus(({ field }) => {
        // After the key itself, which would be typed into the field.
        requestAnimationFrame(() =>
          box.current?.querySelector<HTMLElement>(`li[data-field="${field}"] textarea`)?.focus(),
        )
      }),
    },
    { key: 'g', label: '把选中的词加入术语', run: atFocus(addTerm) },
  ])
}
