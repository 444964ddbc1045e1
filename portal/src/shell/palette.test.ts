import { expect, it } from 'vitest'
import { type Entry, matching, moved } from './palette.ts'

const run = () => undefined
const acts = ['book', 'call'].map((id) => ({ id, label: id, icon: null, run }))
const lines: Entry[] = [
  { id: 'home', label: '首頁', group: 'screens', run },
  { id: 'members', label: '會員', group: 'screens', run },
  { id: 'member-7', label: '吳秀鳳', group: 'members', run, acts },
]

it('[SHELL-15~] arrows go from line to line and around, and to the side along what can be done with a member', () => {
  const go = (mark: Parameters<typeof moved>[1], key: string, atEnd = true) => moved(lines, mark, key, atEnd)
  expect(go(null, 'ArrowDown')).toEqual({ id: 'members', act: -1 })
  expect(go(null, 'ArrowUp')).toEqual({ id: 'member-7', act: -1 })
  expect(go({ id: 'member-7', act: 1 }, 'ArrowDown')).toEqual({ id: 'home', act: -1 })
  expect(go({ id: 'member-7', act: -1 }, 'ArrowRight')).toEqual({ id: 'member-7', act: 0 })
  expect(go({ id: 'member-7', act: 0 }, 'ArrowRight')).toEqual({ id: 'member-7', act: 1 })
  expect(go({ id: 'member-7', act: 0 }, 'ArrowLeft')).toEqual({ id: 'member-7', act: -1 })
  // The key is the field's: in the middle of a word, at the last act, and where there is nothing beside the line.
  expect(go({ id: 'member-7', act: -1 }, 'ArrowRight', false)).toBeNull()
  expect(go({ id: 'member-7', act: 1 }, 'ArrowRight')).toBeNull()
  expect(go({ id: 'member-7', act: -1 }, 'ArrowLeft')).toBeNull()
  expect(go({ id: 'home', act: -1 }, 'ArrowRight')).toBeNull()
  // A line that is gone leaves the first one marked, without an act of its own.
  expect(go({ id: 'member-8', act: 1 }, 'ArrowDown')).toEqual({ id: 'members', act: -1 })
  expect(moved([], null, 'ArrowDown', true)).toBeNull()
})

it('[SHELL-15~] screens and commands are found by a part of their name, in either width', () => {
  expect(matching(lines, '會').map(({ id }) => id)).toEqual(['members'])
  expect(matching(lines, 'ｈｏ').map(({ id }) => id)).toEqual(['home'])
  expect(matching(lines, '')).toHaveLength(3)
})
