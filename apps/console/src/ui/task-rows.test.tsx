// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TaskRows, TOO_MANY_PRODUCTS } from './task-rows.tsx'

const show = (list: { id: string; title: string }[], totalCapped: boolean, isFiltered: boolean): string[] => {
  const pressed: string[] = []
  render(
    <TaskRows
      answer={{ data: { list, total: list.length, totalCapped }, isError: false }}
      renderFacts={() => '王'}
      renderProgress={() => '成功 1'}
      renderState={() => <i>成功</i>}
      onOpen={(id) => pressed.push(id)}
      isFiltered={isFiltered}
      onReset={() => pressed.push('reset')}
      none="还没有任务"
    />,
  )
  return pressed
}

test('a row opens its task', () => {
  const pressed = show([{ id: 't1', title: '同步 2 个商品' }], false, false)
  fireEvent.click(screen.getByRole('button', { name: /同步 2 个商品/ }))
  expect(pressed).toEqual(['t1'])
})

test('an empty search offers all tasks, and says if it could not look at the tasks of all products that it found', () => {
  const pressed = show([], false, true)
  fireEvent.click(screen.getByRole('button', { name: '看全部任务' }))
  expect(pressed).toEqual(['reset'])
  expect(screen.queryByText(TOO_MANY_PRODUCTS)).toBeNull()
  show([], true, true)
  expect(screen.getByText(TOO_MANY_PRODUCTS)).toBeTruthy()
})

test('a list without tasks says what creates one', () => {
  show([], false, false)
  expect(screen.getByText('还没有任务')).toBeTruthy()
})
