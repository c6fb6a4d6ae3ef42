// The engine first: what follows adds itself to it.
import 'tinymce/tinymce'
import 'tinymce/models/dom/model'
import 'tinymce/themes/silver/theme'
import 'tinymce/icons/default/icons'
import 'tinymce/skins/ui/oxide/skin.js'
import 'tinymce/skins/ui/oxide/content.js'
import 'tinymce/skins/ui/oxide-dark/skin.js'
import 'tinymce/skins/ui/oxide-dark/content.js'
import 'tinymce/skins/content/default/content.js'
import 'tinymce/skins/content/dark/content.js'
import 'tinymce/plugins/advlist/plugin'
import 'tinymce/plugins/autolink/plugin'
import 'tinymce/plugins/fullscreen/plugin'
import 'tinymce/plugins/image/plugin'
import 'tinymce/plugins/link/plugin'
import 'tinymce/plugins/lists/plugin'
import 'tinymce/plugins/searchreplace/plugin'
import 'tinymce/plugins/table/plugin'
import 'tinymce/plugins/wordcount/plugin'
import 'tinymce-i18n/langs8/zh-CN.js'
import { Editor } from '@tinymce/tinymce-react'
import type { ComponentProps, ReactNode } from 'react'
import { useRef } from 'react'
import { useScheme } from '../theme/scheme.ts'
import { cleanOfficeHtml } from './paste-cleaning.rules.ts'
import type { RichTextProps } from './rich-text.tsx'

type Init = NonNullable<ComponentProps<typeof Editor>['init']>

/**
 * Everything is bundled: no skin, language or plugin is asked for by address. The plugins `preview` and `code` stay out, as the
 * former writes an inline script into its frame, which the content-security policy refuses; RichText has its own of both.
 */
const INIT: Init = {
  language: 'zh-CN',
  menubar: false,
  promotion: false,
  branding: false,
  statusbar: true,
  elementpath: false,
  plugins: 'advlist autolink fullscreen image link lists searchreplace table wordcount',
  toolbar:
    'undo redo | blocks | bold italic underline forecolor | alignleft aligncenter alignright | bullist numlist | link image table | removeformat searchreplace fullscreen',
  // Addresses of pictures and links stay as they were written.
  convert_urls: false,
  paste_data_images: false,
  image_caption: false,
  contextmenu: false,
  paste_preprocess: (_editor, pasted) => {
    pasted.content = cleanOfficeHtml(pasted.content)
  },
}

/** Pictures are uploaded as soon as they come; what cannot be stored leaves the text again, with the reason. */
function pictures(upload: NonNullable<RichTextProps['uploadPicture']>): Init {
  return {
    paste_data_images: true,
    automatic_uploads: true,
    images_file_types: 'jpeg,jpg,png,gif,webp',
    images_upload_handler: async (blob) => {
      try {
        return await upload(new File([blob.blob()], blob.filename(), { type: blob.blob().type }))
      } catch (error) {
        const message = error instanceof Error ? error.message : '图片没有上传成功'
        throw Object.assign(new Error(message, { cause: error }), { remove: true })
      }
    },
  }
}

/** TinyMCE, self-hosted. */
export default function RichTextEngine(props: RichTextProps): ReactNode {
  const { value, onChange, label, height = 460, readOnly, uploadPicture } = props
  const scheme = useScheme()
  /** how TinyMCE writes the HTML that it was given: that alone is no change of a person's */
  const given = useRef<{ html: string; written: string }>(undefined)
  return (
    <Editor
      key={scheme}
      licenseKey="gpl"
      init={{
        ...INIT,
        ...(uploadPicture ? pictures(uploadPicture) : {}),
        height,
        iframe_aria_text: label,
        skin: scheme === 'dark' ? 'oxide-dark' : 'oxide',
        content_css: scheme === 'dark' ? 'dark' : 'default',
      }}
      value={value}
      rollback={false}
      readonly={readOnly ?? false}
      onInit={(_event, editor) => {
        given.current = { html: value, written: editor.getContent() }
      }}
      onEditorChange={(html) => {
        const first = given.current
        if (first && html === first.written) {
          if (value !== first.html) onChange(first.html)
        } else if (first) onChange(html)
      }}
    />
  )
}
