// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { session } from '../../lib/client.ts'
import { fillSlot } from '../../lib/slots.tsx'
import { RequireAuthenticator } from './require-authenticator.tsx'

const USER = {
  id: 'u1',
  userAccount: 'wang',
  name: '王',
  roleType: 0 as const,
  lastLoginTime: null,
  mustChangePassword: true,
  mustBindAuthenticator: true,
}
afterEach(cleanup)

test('a first password is changed before the authenticator is set up, which may be postponed and restarted, and then the console opens', async () => {
  fillSlot('bind-authenticator', () =>
    Promise.resolve({
      default: ({ onClose }: { onClose: (isBound: boolean) => void }) => (
        <>
          <button onClick={() => onClose(false)}>取消</button>
          <button onClick={() => onClose(true)}>已绑定</button>
        </>
      ),
    }),
  )
  session.begin('token', USER)
  render(<RequireAuthenticator />)
  await screen.findByText('请先修改初始密码')
  expect(screen.queryByText('已绑定')).toBeNull()
  session.refresh({ ...USER, mustChangePassword: false }, '')
  fireEvent.click(await screen.findByText('取消'))
  fireEvent.click(await screen.findByText('开始绑定'))
  fireEvent.click(await screen.findByText('已绑定'))
  await waitFor(() => expect(session.get().userInfo?.mustBindAuthenticator).toBe(false))
})
