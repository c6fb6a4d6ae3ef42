import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from './browser.ts'
import type { Session } from './browser.ts'
import { readingFaults } from './walk/reading.ts'

/** The rule 阅读次序 of the walk over all screens finds the faults that it is meant for, and no others. */
describe('the reading order of a page', () => {
  let session: Session
  const faultsOf = async (content: string, style = ''): Promise<string[]> => {
    await session.page.setContent(`<style>${style}</style><nav><a href="#a">菜单</a></nav><main>${content}</main>`)
    return (await readingFaults(session.page)).faults
  }
  const two = (first: string, second: string): string => `<h1>页</h1><div class="box">${first}${second}</div>`
  const [a, b] = ['<button class="a">甲</button>', '<button class="b">乙</button>']

  beforeAll(async () => {
    session = await openSession('http://127.0.0.1')
  })
  afterAll(() => session.close())

  it.each([
    ['rows from top to bottom', two(`<p>${a}</p>`, `<p>${b}</p>`), ''],
    ['a line from left to right', two(a, b), '.box { display: flex }'],
    [
      'one column after the other',
      `<h1>页</h1><div class="box"><div>${a}<br>${a}</div><div>${b}</div></div>`,
      '.box { display: flex }',
    ],
    [
      'what is scrolled out of a box, and then what is below the box',
      two(`<div class="scroll"><p class="far"></p>${a}</div>`, b),
      '.scroll { height: 40px; overflow: auto } .far { height: 900px }',
    ],
    [
      'a foot that stands over the end of the list',
      two(`<p class="far"></p>${a}`, `<div class="foot">${b}</div>`),
      '.far { height: 2000px } .foot { position: sticky; bottom: 0 } main { height: 300px; overflow: auto }',
    ],
    ['headings one level deeper each', '<h1>页</h1><h2>节</h2><h3>段</h3><h2>节</h2>', ''],
  ])('allows %s', async (_, content, style) => {
    expect(await faultsOf(content, style)).toEqual([])
  })

  it.each([
    [
      'a later row drawn above',
      two(`<p>${a}</p>`, `<p>${b}</p>`),
      '.box { display: flex; flex-direction: column-reverse }',
      /甲.*乙/,
    ],
    ['a later control drawn to the left', two(a, b), '.b { order: -1 } .box { display: flex }', /甲.*乙/],
    ['a positive tabindex', two('<button tabindex="3">甲</button>', b), '', /tabindex 3/],
    ['a heading that skips a level', '<h1>页</h1><h3>段</h3>', '', /标题从 1 级跳到 3 级/],
    ['a second h1', '<h1>页</h1><h1>页</h1>', '', /一级标题有 2 个/],
    ['a page without h1', '<h2>节</h2>', '', /一级标题有 0 个/],
    ['a page outside of main', '<h1>页</h1><main></main>', '', /main/],
  ])('reports %s', async (_, content, style, fault) => {
    expect((await faultsOf(content, style)).join()).toMatch(fault)
  })

  it('reports a page without navigation', async () => {
    await session.page.setContent('<main><h1>页</h1></main>')
    expect((await readingFaults(session.page)).faults).toEqual(['没有导航 nav'])
  })
})
