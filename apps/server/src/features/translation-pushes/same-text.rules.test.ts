import { expect, it } from 'vitest'
import { isSameText } from './same-text.rules.ts'

const OURS = '<p class="a">warm &amp; hell<br />groß&nbsp;1</p><ul><li>eins</li></ul>'

it('a description is the same in the form in which a shop writes it out', () => {
  const theirs = '<p class="a">warm &amp; hell<br>\ngroß&nbsp;1</p>\n<ul>\n<li>eins</li>\n</ul>'
  expect(isSameText('body_html', theirs, OURS)).toBe(true)
})

it.each([
  ['another word', OURS.replace('hell', 'dunkel')],
  ['another attribute', OURS.replace('"a"', '"b"')],
  ['a frame, which we would not write', `${OURS}<iframe src="https://video.example"></iframe>`],
  ['a script', `${OURS}<script>run()</script>`],
  ['emphasis', OURS.replace('eins', '<b>eins</b>')],
])('with %s it is another text', (_what, theirs) => {
  expect(isSameText('body_html', theirs, OURS)).toBe(false)
})

it('any other text is the same only in every character', () => {
  expect(isSameText('title', 'Lampe  1', 'Lampe 1')).toBe(false)
  expect(isSameText('title', 'Lampe 1', 'Lampe 1')).toBe(true)
})
