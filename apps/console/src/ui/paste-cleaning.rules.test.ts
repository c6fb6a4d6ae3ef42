import { expect, test } from 'vitest'
import { cleanOfficeHtml } from './paste-cleaning.rules.ts'

test('pasted text from Word keeps its words and loses Word’s own markup', () => {
  const pasted =
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Word.Document"><style>p.MsoNormal{margin:0}</style>' +
    '<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body>' +
    "<p class=MsoNormal style='mso-margin-top-alt:auto;text-align:center;font-family:\"Calibri\"'><span lang=EN-US style='font-size:12.0pt'><b>规格</b><o:p></o:p></span></p>" +
    '<table width=300 style="border-collapse:collapse"><tr><td style=\'mso-x:1\'>S</td></tr></table><p class=MsoNormal>&nbsp;</p></body></html>'
  const cleaned = cleanOfficeHtml(pasted)
  expect(cleaned).toContain('<p style="text-align:center"><b>规格</b></p>')
  expect(cleaned).toContain('<table><tr><td>S</td></tr></table>')
  expect(cleaned).not.toMatch(/mso|Mso|o:p|xml>|font-family|<style|<meta/)
})

test('pasted text from other pages is not changed', () => {
  const html = '<p class="lead" style="color:red">一<span style="font-size:20px">二</span></p>'
  expect(cleanOfficeHtml(html)).toBe(html)
})
