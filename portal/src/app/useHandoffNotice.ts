import { todoArrived, todoChanged } from '@teleward/contract/handoffs/events.ts'
import { useEffect } from 'react'
import { onEvent } from '../api/events.ts'
import { t } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'
import { go } from './navigation.ts'

const SAID = ['completed', 'reopened', 'comment', 'withdrawn', 'late'] as const
type Said = (typeof SAID)[number]
const isSaid = (what: string): what is Said => (SAID as readonly string[]).includes(what)

/** What was handed to me, and what became of what I handed over, wherever I am (`TODO send`, `MyTODO send`); the bell keeps it. */
export function useHandoffNotice(mid: number | undefined): void {
  useEffect(() => {
    if (mid === undefined) return
    const say = (id: string, what: 'new' | 'reassigned' | 'reminder' | Said) => {
      const open = () => void go('todolist', {}, { open: id })
      notify({
        kind: what === 'completed' ? 'ok' : what === 'late' ? 'warn' : 'info',
        key: `todo-${id}`,
        title: t('shell.todoNotice.title'),
        text: t(`shell.todoNotice.${what}`),
        action: { label: t('shell.todoNotice.open'), run: open },
        keep: { open },
      })
    }
    const ears = [
      onEvent(todoArrived, ({ id, by, what }) => by !== mid && say(id, what)),
      // One's own doing is told by the screen it is done on.
      onEvent(todoChanged, ({ id, by, what }) => by !== mid && isSaid(what) && say(id, what)),
    ]
    return () => {
      for (const stop of ears) stop()
    }
  }, [mid])
}
