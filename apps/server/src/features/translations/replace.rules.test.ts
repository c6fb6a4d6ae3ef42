import { expect, test } from 'vitest'
import { replaced } from './replace.rules.ts'

const how = { isExactCase: false, isWholeWord: true }
const again = (text: string, find: string, replaceWith: string, over: object = {}) => {
  const first = replaced(text, { find, replaceWith, ...how, ...over })
  return [first, first === undefined ? undefined : replaced(first, { find, replaceWith, ...how, ...over })]
}

test('a replacement that contains what was looked for is made once, however often it is run', () => {
  expect(again('Lampe und Lampe', 'Lampe', 'LED Lampe')).toEqual(['LED Lampe und LED Lampe', undefined])
  expect(again('Lampe', 'Lampe', 'Lampe Lampe')).toEqual(['Lampe Lampe', undefined])
  expect(again('Kleine lampe. Lampe', 'lampe', 'led lampe')).toEqual(['Kleine led lampe. Led lampe', undefined])
  expect(replaced('LED Lampe, Lampe', { find: 'Lampe', replaceWith: 'LED Lampe', ...how })).toBe('LED Lampe, LED Lampe')
})

test('only the case is corrected, where the case was wrong', () => {
  expect(again('usb-c and USB', 'usb', 'USB')).toEqual(['USB-c and USB', undefined])
  expect(again('Usb', 'usb', 'USB', { isExactCase: true })).toEqual([undefined, undefined])
})

test('words are found whole, and never inside a tag', () => {
  expect(replaced('<b title="pan">pan, pants</b>', { find: 'pan', replaceWith: 'pot', ...how })).toBe(
    '<b title="pan">pot, pants</b>',
  )
})

test('an entity is one character', () => {
  const text = '<p>Tom &amp; Jerry&nbsp;&#39;amp&#39;</p>'
  expect(replaced(text, { find: 'amp', replaceWith: 'Verstärker', ...how })).toBe(
    '<p>Tom &amp; Jerry&nbsp;&#39;Verstärker&#39;</p>',
  )
  expect(replaced(text, { find: 'Tom &', replaceWith: 'x', ...how })).toBeUndefined()
  expect(replaced(text, { find: 'Tom &amp; Jerry', replaceWith: 'Sie', ...how })).toBe('<p>Sie&nbsp;&#39;amp&#39;</p>')
})
