import { PRODUCT_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { useUpload } from '../../../pickers/use-upload.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import styles from './editor.module.css'
import { EditorField } from './field-mark.tsx'
import type { Editor } from './use-edit-product.ts'

const HTML_MAX = 200_000

/** The description as HTML; the server sanitises it when it is saved. */
export default function DescriptionPanel({ editor }: { editor: Editor }): ReactNode {
  const { form, errors, change } = editor
  // The editor itself shows why a picture was refused, so no toast repeats it.
  const uploadPicture = useUpload('rich-text')
  const { length } = form.descriptionHtml
  return (
    <div className={styles.card}>
      <EditorField
        label={PRODUCT_FIELDS.descriptionHtml.label}
        field="descriptionHtml"
        sources={editor.base.fieldSources}
        wrong={
          errors['descriptionHtml'] ??
          (length > HTML_MAX ? `描述太长，最多 ${formatCount(HTML_MAX)} 个字符` : undefined)
        }
        aside={
          length > HTML_MAX ? (
            <span className={styles.wrong}>
              {formatCount(length)} / {formatCount(HTML_MAX)} 个字符
            </span>
          ) : (
            `${formatCount(length)} 个字符`
          )
        }
      >
        <RichText
          label={PRODUCT_FIELDS.descriptionHtml.label}
          height={520}
          value={form.descriptionHtml}
          onChange={(descriptionHtml) => change({ descriptionHtml })}
          {...(uploadPicture ? { uploadPicture } : {})}
        />
      </EditorField>
    </div>
  )
}
