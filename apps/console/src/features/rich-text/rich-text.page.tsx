import type { ReactNode } from 'react'
import { useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import type { KeptDraft } from '../../lib/draft.ts'
import { useDraft } from '../../lib/draft.ts'
import { formatClock } from '../../lib/format.ts'
import { useSession } from '../../lib/use-session.ts'
import { useUpload } from '../../pickers/use-upload.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import styles from './rich-text.module.css'

/** /test/tinymce: a page to try the editor, for administrators, who know its address. */
export default function RichTextPage(): ReactNode {
  const isAdmin = useSession().userInfo?.roleType === 1
  return isAdmin ? <Trial /> : <EmptyState text="这个试验页只给管理员用。" />
}

const EMPTY = '还没有内容'

/** The text is kept in this browser until it is cleared. */
function Trial(): ReactNode {
  const draft = useDraft<string>('rich-text-test', 0)
  const [html, setHtml] = useState(draft.found?.value ?? '')
  // The editor itself shows why a picture was refused, so no toast repeats it.
  const uploadPicture = useUpload('rich-text')
  const words = html.replace(/<[^>]*>|&nbsp;/g, '').trim().length

  function write(next: string): void {
    setHtml(next)
    draft.keep(next)
  }
  function take(other: KeptDraft<string>): void {
    draft.take(other)
    write(other.value)
  }
  async function clear(): Promise<void> {
    const sure = await askConfirm({
      title: '清空全部内容？',
      content: '清空后不能恢复。',
      okText: '清空',
      danger: true,
    })
    if (!sure) return
    setHtml('')
    draft.drop()
  }
  return (
    <ListPage
      title="富文本测试"
      subtitle={
        uploadPicture ? '图片可以粘贴、拖入或选择；从Word粘贴会去掉多余的格式' : '没有上传文件的权限，图片只能填地址'
      }
      action={
        <>
          <CanButton allowed={html === '' ? EMPTY : true} onClick={() => void clear()}>
            清空
          </CanButton>
          <CanButton type="primary" allowed={html === '' ? EMPTY : true} onClick={() => void copyText(html)}>
            复制HTML
          </CanButton>
        </>
      }
    >
      <div className={styles.sheet}>
        <DraftNotes drafts={{ ...draft, restored: null }} base={0} onTake={take} onStartAgain={() => void clear()} />
        <RichText
          label="图文内容"
          height={560}
          value={html}
          onChange={write}
          {...(uploadPicture ? { uploadPicture } : {})}
        />
        <p className={styles.foot} aria-live="polite">
          {words} 字{draft.savedAt === null ? '' : ` · 草稿已保存 ${formatClock(draft.savedAt)}`}
        </p>
      </div>
    </ListPage>
  )
}
