/** The rules for every screen, each with the sentence of the specification, or its interpretation, that it comes from. */
export const RULES = {
  分页: 'section 9: "Page size options 24, 48, 96, 192. The table default page size is 10"; "Role list page size 100"; "total, prev, pager, next, sizes"',
  防抖: 'section 9: "Debounce delay 500 ms": typing asks once, 500 ms after the last key',
  失败提示: 'section 8: "an error toast" for every call that is refused, fails or reaches nobody',
  成功提示:
    'section 9: "success toast 3000 ms": what a person did and what succeeded is said, in a toast that stays as long, or on the screen',
  校验提示: 'section 5: "An error toast shows on the first failure"',
  清洗: 'section 5: "Empty, null, undefined, NaN and infinite values are removed from payloads"',
  字段: 'nothing travels that the contract of its call does not name: the server would refuse it',
  时间: 'section 5: "Date-time display format is YYYY-MM-DD HH:mm:ss"',
  金额: 'section 9: "Prices show 2 decimals", where the currency has two',
  空值: 'section 5: "an empty value shows blank"; NaN, null and undefined are shown nowhere',
  词语: "what is shown is Chinese: no word of the contract's lists, and no name of the program's own",
  溢出: 'no text of a table runs over the edge of its cell into the next one, at 1440 and at 1024',
  标签: 'a page, and each of its windows, has one row of tabs at most',
  搜索: 'every list that is read in pages has a search field',
  可访问: 'WCAG 2.2 A and AA, as far as axe-core can tell, in the light theme; the contrast in the dark one too',
  阅读次序:
    'the Tab key goes through a screen as it is read, from top to bottom and from left to right; headings skip no level; one main, one h1',
  控制台: 'nothing for the browser to complain about',
} as const
export type Rule = keyof typeof RULES

/** Something that breaks a rule, and the way to it: address › what was pressed › what was pressed there. */
export type Finding = { rule: Rule; where: string; text: string }
