import type { AboutRef } from '@teleward/contract/handoffs/schema.ts'
import { useMaybeMe } from '../api/me.ts'
import { closedBy } from './menu.ts'
import { router } from './navigation.ts'
import { screenById } from './screens.ts'

/**
 * How any screen opens the form of a new to-do without knowing the feature. As with bookings what it is about stands in
 * the address: `todo=new` with `todoFor` (pid) and `todoAbout` (`note:<id>`, `appointment:<qid>`, `case:<sn>`). Ids alone, which give
 * no right.
 */
export interface HandoffAsk {
  pid?: number | undefined
  about?: AboutRef | undefined
}
const NONE = { todo: undefined, todoFor: undefined, todoAbout: undefined }
const show = (search: Record<string, string | undefined>) =>
  void router.navigate({
    to: '.',
    search: (now: Record<string, string>): Record<string, string | undefined> => ({ ...now, ...NONE, ...search }),
  })

export const openHandoff = ({ pid, about }: HandoffAsk = {}): void =>
  show({
    todo: 'new',
    todoFor: pid === undefined ? undefined : String(pid),
    todoAbout: about && `${about.kind}:${about.id}`,
  })
export const closeHandoff = (): void => show({})

/** Whether to-dos are there for the person: neither without the right, nor where the institution hides the screen. */
export function useHandoffs(): boolean {
  const me = useMaybeMe()
  return me !== undefined && closedBy(me, screenById('todolist')) === null
}
