// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { expect, test } from 'vitest'
import { openEditor, openEditorBench, pressSave, SAVE, typeTitle } from '../../../../test/editor-bench.tsx'
import { PERSON } from '../../../../test/person.ts'
import { session, toast } from '../../../lib/client.ts'
import { NO_RIGHT } from '../../../lib/permission.tsx'

const bench = openEditorBench()

test('somebody who may not edit products is told so above the form, and when saving', async () => {
  session.refresh(PERSON, CALLS.getProduct.path)
  await openEditor(bench)
  expect(screen.getByText(NO_RIGHT)).toBeTruthy()
  typeTitle('Cup of tea')
  pressSave()
  await waitFor(() => expect(toast.get().map(({ text }) => text)).toEqual([NO_RIGHT]))
  fireEvent.keyDown(document, { key: 's', ctrlKey: true })
  expect(bench.app.count(SAVE)).toBe(0)
})
