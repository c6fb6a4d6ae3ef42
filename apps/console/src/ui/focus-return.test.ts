// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { watchFocus } from './focus-return.ts'

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  // The next file shares this document.
  document.body.replaceChildren()
})

const byId = (id: string): HTMLElement => document.getElementById(id)!
const soon = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })

function page(): void {
  document.body.innerHTML = `
    <div data-view="orders" id="view"><ul><li><button id="other">other</button><button id="opener">opener</button></li></ul></div>
    <div role="dialog" id="window"><input id="field" /></div>`
  stop = watchFocus(document)
  byId('opener').focus()
  byId('field').focus()
}

test('the focus returns to the element that had it before the dialog', async () => {
  page()
  byId('window').remove()
  await soon(() => expect(document.activeElement?.id).toBe('opener'))
})

test('if that element is gone, to its row, and otherwise to the view', async () => {
  page()
  byId('opener').remove()
  byId('window').remove()
  await soon(() => expect(document.activeElement?.id).toBe('other'))
  stop?.()
  page()
  byId('other').closest('li')!.remove()
  byId('window').remove()
  await soon(() => expect(document.activeElement?.id).toBe('view'))
})

test('a drawer that takes the focus before its contents counts as a dialog', async () => {
  page()
  byId('opener').focus()
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div class="ant-drawer" id="root" tabindex="-1"><div role="dialog"><input id="inner" /></div></div>',
  )
  byId('root').focus()
  byId('inner').focus()
  byId('root').remove()
  await soon(() => expect(document.activeElement?.id).toBe('opener'))
})

test('nested dialogs that close together return the focus to the page', async () => {
  page()
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="upper"><input id="deep" /></div>')
  byId('deep').focus()
  byId('upper').remove()
  await soon(() => expect(document.activeElement?.id).toBe('field'))
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="again"><input id="deeper" /></div>')
  byId('deeper').focus()
  byId('again').remove()
  byId('window').remove()
  await soon(() => expect(document.activeElement?.id).toBe('opener'))
})
