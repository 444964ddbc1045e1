import { expect, it } from 'vitest'
import { withMore } from './keptForm.ts'

const start = { title: '', pid: 7 as number | undefined, people: [] as number[] }

it('[SHELL-16~] what is put back to how the form begins is nothing to keep', () => {
  const typed = withMore(start, { title: '血壓' }, start)
  expect(typed).toEqual({ next: { ...start, title: '血壓' }, nothing: false })
  expect(withMore(typed.next, { title: '' }, start)).toEqual({ next: start, nothing: true })
  expect(withMore(start, { people: [3] }, start).nothing).toBe(false)
  // Whom it was opened for and who was taken out of it is a change.
  expect(withMore(start, { pid: undefined }, start).nothing).toBe(false)
})
