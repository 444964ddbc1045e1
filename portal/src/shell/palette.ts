import { toHalfWidth } from '@teleward/contract/core/text.ts'
import type { RecentMember } from '@teleward/contract/members/schema.ts'
import type { ComponentType, ReactNode } from 'react'

/** One line of the palette: a screen, a command, or a member with what can be done besides opening them. */
export interface Entry {
  id: string
  label: string
  group: 'screens' | 'actions' | 'members'
  icon?: ComponentType
  hint?: string
  run: () => void
  member?: RecentMember
  acts?: readonly Act[]
}
export interface Act {
  id: string
  label: string
  icon: ReactNode
  /** Why not; absent when it can be done. */
  why?: string | undefined
  run: () => void
}
export interface FoundMembers {
  entries: readonly Entry[]
  /** Whether the person may look for members at all. */
  open: boolean
  /** `short`: too little was typed to look for. */
  state: 'off' | 'short' | 'looking' | 'failed' | 'there'
  error: Error | null
  again: () => void
}
/** Brought by the feature of the members; `composing`: an input method has not ended the character. */
export type UseFoundMembers = (typed: string, composing: boolean) => FoundMembers

/** What is marked: a line, and on it one of its acts; -1 is the line itself. */
export interface Mark {
  id: string
  act: number
}

const plain = (text: string) => toHalfWidth(text).toLowerCase()
export const matching = (entries: readonly Entry[], q: string): Entry[] =>
  entries.filter((entry) => plain(entry.label).includes(plain(q)) || plain(entry.id).startsWith(plain(q)))

/**
 * Where an arrow leads. A mark stays with its line when others come before it; one whose line is gone is the first line's.
 * To the side only along the acts of a line, and only what the field does not need for its own caret: `null` leaves the key to it.
 */
export function moved(entries: readonly Entry[], mark: Mark | null, key: string, caretAtEnd: boolean): Mark | null {
  const found = entries.findIndex(({ id }) => id === mark?.id)
  const at = Math.max(found, 0)
  const act = found < 0 ? -1 : (mark?.act ?? -1)
  const line = (index: number): Mark | null => {
    const entry = entries[(index + entries.length) % entries.length]
    return entry ? { id: entry.id, act: -1 } : null
  }
  const here = entries[at]
  if (key === 'ArrowDown') return line(at + 1)
  if (key === 'ArrowUp') return line(at - 1)
  if (!here) return null
  if (key === 'ArrowRight' && caretAtEnd && act + 1 < (here.acts?.length ?? 0)) return { id: here.id, act: act + 1 }
  if (key === 'ArrowLeft' && act >= 0) return { id: here.id, act: act - 1 }
  return null
}

const none: FoundMembers = { entries: [], open: false, state: 'off', error: null, again: () => undefined }
/** Of a version without members. */
export const useNoMembers: UseFoundMembers = () => none
