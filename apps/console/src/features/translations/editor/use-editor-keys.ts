import type { TranslationField } from '@huoqiao/contract/translations/translations.schema'
import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { rowWalk } from '../../../lib/row-walk.ts'
import type { Editor } from './use-editor.ts'

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
  const walk = rowWalk(box, 'field', undefined)
  const atFocus = (run: (field: TranslationField) => void) => (): void => {
    const field = fields[walk.at()]
    if (field) run(field)
  }
  useKeys([
    { key: 'j', label: '下一段译文', run: () => walk.step(1) },
    { key: 'k', label: '上一段译文', run: () => walk.step(-1) },
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
        // Deferred until the key press is handled: otherwise its letter would be typed into the field.
        requestAnimationFrame(() =>
          box.current?.querySelector<HTMLElement>(`li[data-field="${field}"] textarea`)?.focus(),
        )
      }),
    },
    { key: 'g', label: '把选中的词加入术语', run: atFocus(addTerm) },
  ])
}
