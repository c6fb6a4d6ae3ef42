// @vitest-environment happy-dom
import type { ServerResponse } from 'node:http'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import type { ReactNode } from 'react'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { enterApp, leaveApp } from '../../test/page.tsx'
import type { OpenedApp } from '../../test/page.tsx'
import { useStream } from './use-stream.ts'

const STREAM = `GET ${CALLS.streamSyncTasks.path}`

/** The streams that a browser holds open now; a closed connection leaves the set. */
const open = new Set<ServerResponse>()
let app: OpenedApp
let isHidden = false

const tell = (at: number): void => {
  for (const res of open) res.write(`data: ${JSON.stringify({ tasks: [], at })}\n\n`)
}
function hide(hidden: boolean): void {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  isHidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  app = await enterApp({
    [STREAM]: (_asked, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.flushHeaders()
      open.add(res)
      res.on('close', () => open.delete(res))
      return undefined
    },
  })
})
afterEach(async () => {
  await leaveApp(app)
  open.clear()
  delete (document as { hidden?: boolean }).hidden
})

function Follower({ enabled = true }: { enabled?: boolean }): ReactNode {
  const { last, state } = useStream('streamSyncTasks', {}, { enabled })
  return (
    <p>
      {state} {JSON.stringify(last ?? null)}
    </p>
  )
}

it('shows each event, and the last one stays while the browser tab is hidden, where no connection is held', async () => {
  render(<Follower />)
  await waitFor(() => expect(open.size).toBe(1))
  tell(3)
  await screen.findByText(/"at":3/)
  hide(true)
  await waitFor(() => expect(open.size).toBe(0))
  expect(screen.getByText(/"at":3/)).toBeTruthy()
  hide(false)
  await waitFor(() => expect(open.size).toBe(1))
  tell(4)
  await screen.findByText(/"at":4/)
  expect(app.count(STREAM)).toBe(2)
})

it('is not opened in a browser tab that is hidden from the start', async () => {
  isHidden = true
  render(<Follower />)
  hide(true)
  expect(app.count(STREAM)).toBe(0)
  hide(false)
  await waitFor(() => expect(open.size).toBe(1))
})

it('of a page that is kept behind the others is closed, and opened again when the page is shown', async () => {
  const page = (mode: 'visible' | 'hidden'): ReactNode => (
    <Activity mode={mode}>
      <Follower />
    </Activity>
  )
  const { rerender } = render(page('visible'))
  await waitFor(() => expect(open.size).toBe(1))
  rerender(page('hidden'))
  await waitFor(() => expect(open.size).toBe(0))
  // The browser tab is shown again while the page is not.
  hide(true)
  hide(false)
  expect(app.count(STREAM)).toBe(1)
  rerender(page('visible'))
  await waitFor(() => expect(open.size).toBe(1))
  expect(app.count(STREAM)).toBe(2)
})

it('that is no longer wanted is closed, like that of a page that was left', async () => {
  const { rerender } = render(<Follower />)
  await waitFor(() => expect(open.size).toBe(1))
  rerender(<Follower enabled={false} />)
  await waitFor(() => expect(open.size).toBe(0))
  rerender(<Follower />)
  await waitFor(() => expect(open.size).toBe(1))
  cleanup()
  await waitFor(() => expect(open.size).toBe(0))
})
