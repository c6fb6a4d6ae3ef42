// The engine must be imported first: the following modules register themselves with it.
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
import { useLayoutEffect, useRef, useState } from 'react'
import type { Editor as TinyMCE } from 'tinymce'
import { useScheme } from '../theme/scheme.ts'
import { cleanOfficeHtml } from './paste-cleaning.rules.ts'
import type { RichTextProps } from './rich-text.tsx'

type Init = NonNullable<ComponentProps<typeof Editor>['init']>

/**
 * Everything is bundled: no skin, language or plugin is loaded by address. The plugins `preview` and `code` are left out: the former writes
 * an inline script into its frame, which the content-security policy refuses. RichText has its own versions of both.
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
  // Addresses of pictures and links are left as they were written.
  convert_urls: false,
  paste_data_images: false,
  image_caption: false,
  contextmenu: false,
  paste_preprocess: (_editor, pasted) => {
    pasted.content = cleanOfficeHtml(pasted.content)
  },
}

/** Pictures are uploaded as soon as they are inserted; one that cannot be stored is removed from the text, with the reason. */
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
  const tinymce = useRef<TinyMCE>(null)
  /** HTML from outside, and TinyMCE's serialization of it: a difference between the two alone is not an edit */
  const [given, setGiven] = useState<{ html: string; written: string }>()
  /** the last text that the person typed */
  const typed = useRef<string>(undefined)
  /** the value of the last render */
  const drawn = useRef<string>(undefined)

  // The server cleans the HTML that it saves. At this point the editor below has already taken the cleaned HTML: effects of children run
  // first.
  useLayoutEffect(() => {
    if (value === drawn.current) return
    drawn.current = value
    const editor = tinymce.current
    if (editor?.initialized && !editor.removed && value !== typed.current && value !== given?.html)
      setGiven({ html: value, written: editor.getContent() })
  }, [value, given])

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
      // The value in TinyMCE's own serialization; otherwise it would set its text again with every render, while the person types.
      value={value === given?.html ? given.written : value}
      rollback={false}
      readonly={readOnly ?? false}
      onInit={(_event, editor) => {
        tinymce.current = editor
        if (editor.iframeElement) editor.iframeElement.title = label
        setGiven({ html: value, written: editor.getContent() })
      }}
      onEditorChange={(html) => {
        // Not typed: TinyMCE reports how it serializes HTML from outside.
        if (!given || (value !== drawn.current && value !== typed.current)) return
        typed.current = html === given.written ? given.html : html
        if (html !== given.written || value !== given.html) onChange(typed.current)
      }}
      // The frame does not pass its key events on. Saving belongs to the page, wherever the cursor is.
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
        event.preventDefault()
        document.dispatchEvent(new KeyboardEvent('keydown', event))
      }}
    />
  )
}
