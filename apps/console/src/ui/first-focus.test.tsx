// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { ConfigProvider, Drawer, Input, Modal } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { firstFocus } from './first-focus.ts'

afterEach(cleanup)

test.each(['modal', 'drawer'])(
  'a %s opens with the focus in its field for a person who wants no animations',
  async (kind) => {
    const field = <Input aria-label="运单号" ref={firstFocus} />
    render(
      <ConfigProvider theme={{ token: { motion: false } }}>
        {kind === 'modal' ? <Modal open>{field}</Modal> : <Drawer open>{field}</Drawer>}
      </ConfigProvider>,
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('运单号')))
  },
)
