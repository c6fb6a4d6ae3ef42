// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enterApp, leaveApp } from '../../test/page.tsx'
import type { OpenedApp } from '../../test/page.tsx'
import { queryClient } from './query-client.ts'
import type { Stage } from './stage.ts'
import { createStage, StageContext } from './stage.ts'
import { useRead } from './use-call.ts'

const LIST = 'GET /admin/dictionary/queryDictionaries'

let app: OpenedApp
let isBroken: boolean
beforeEach(async () => {
  isBroken = false
  app = await enterApp({
    [LIST]: () => (isBroken ? { code: 500, msg: 'x' } : { list: [{ name: '甲' }], total: 1, page: 1 }),
  })
})
afterEach(() => leaveApp(app))

const INPUT = { page: 1, pageSize: 10 }
function Names(): ReactNode {
  const { data } = useRead('queryDictionaries', INPUT)
  return <p>{data?.list.map((one) => one.name).join() ?? '等待'}</p>
}

function App({ stage, isShown }: { stage: Stage; isShown: boolean }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <StageContext value={stage}>
          <Names />
        </StageContext>
      </Activity>
    </QueryClientProvider>
  )
}

test('a preloaded page has its rows when it is shown, requested once', async () => {
  let answers = 0
  const stage = createStage(true, () => (answers += 1))
  const { rerender } = render(<App stage={stage} isShown={false} />)
  await waitFor(() => expect(answers).toBe(1))
  rerender(<App stage={stage} isShown={false} />)
  await waitFor(() => expect(screen.getByText('甲')).toBeDefined())
  stage.enter()
  rerender(<App stage={stage} isShown />)
  expect(screen.getByText('甲')).toBeDefined()
  expect(app.count(LIST)).toBe(1)
})

test('what failed during preloading is requested once, and again when the page is opened', async () => {
  isBroken = true
  let answers = 0
  const stage = createStage(true, () => (answers += 1))
  const { rerender } = render(<App stage={stage} isShown={false} />)
  await waitFor(() => expect(answers).toBe(1))
  rerender(<App stage={stage} isShown={false} />)
  expect(app.count(LIST)).toBe(1)
  isBroken = false
  stage.enter()
  rerender(<App stage={stage} isShown />)
  await waitFor(() => expect(screen.getByText('甲')).toBeDefined())
  expect(app.count(LIST)).toBe(2)
})
