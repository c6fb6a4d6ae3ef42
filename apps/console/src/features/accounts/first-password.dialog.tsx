import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import styles from './accounts.module.css'
import type { ReportedPassword } from './use-account-acts.tsx'

/** A first password is told once, here. A click beside the window must not lose it. */
export function FirstPassword(props: ReportedPassword & { onClose: () => void }): ReactNode {
  const { name, userAccount, initialPassword, onClose } = props
  return (
    <Modal
      open
      centered
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={`${name} 的初始密码`}
      footer={
        <>
          <Button onClick={() => void copyText(`账号：${userAccount}\n初始密码：${initialPassword}`)}>
            复制账号和密码
          </Button>
          <Button type="primary" onClick={onClose}>
            我已记下
          </Button>
        </>
      }
    >
      <dl className={styles.password}>
        <dt>登录账号</dt>
        <dd>{userAccount}</dd>
        <dt>初始密码</dt>
        <dd>{initialPassword}</dd>
      </dl>
      <p className={styles.warn}>只显示这一次，关闭后不能再查看。请交给本人，首次登录时必须修改。</p>
    </Modal>
  )
}
