import type { ReactNode } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { printText } from '../../lib/print-frame.ts'
import { saveText } from '../../lib/save-text.ts'
import { useSession } from '../../lib/use-session.ts'
import { PlainButton } from '../../ui/plain-field.tsx'
import styles from './session.module.css'

/** Ten codes, shown only once: the person must save them before going on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const { userInfo } = useSession()
  const sheet = [
    `货桥 恢复码 · ${userInfo?.userAccount ?? ''}`,
    '每个恢复码只能用一次，登录时代替身份验证器的6位数字。',
    '',
    ...codes,
  ].join('\n')
  return (
    <section className={styles.panel} aria-label="恢复码">
      <p>
        <b>请保存这 {codes.length} 个恢复码。</b>
        只显示这一次。手机丢了或换了，登录时用一个恢复码代替验证器的数字；每个只能用一次。
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <PlainButton onClick={() => void copyText(sheet)}>复制</PlainButton>
        <PlainButton onClick={() => saveText('货桥恢复码.txt', sheet, 'text/plain')}>下载</PlainButton>
        <PlainButton onClick={() => printText(sheet)}>打印</PlainButton>
      </div>
      <PlainButton main onClick={onDone}>
        我已保存
      </PlainButton>
    </section>
  )
}
