import type { ReactNode } from 'react'
import type { Entry, EntryState, Inbox, InboxState } from '../../devices/inbox.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { ReadingEntry } from './ReadingEntry.tsx'

/** Of what is done with, the last few: older ones stand in the record. */
const RECENT = 5

/** What waits for a word first, then what waits for the line, then what is done. */
export function ReadingLists({ state, inbox }: { state: InboxState; inbox: Inbox }) {
  const of = (...states: EntryState[]) => state.entries.filter((one) => states.includes(one.state))
  const unsent = of('unsent')
  return (
    <>
      <List title={t('devices.held.title')} entries={of('held', 'asked')} state={state} inbox={inbox} />
      <List title={t('devices.refusedTitle')} entries={of('refused')} state={state} inbox={inbox} />
      <List
        title={t('devices.unsent.title')}
        entries={unsent}
        state={state}
        inbox={inbox}
        head={
          <>
            <p className="c-warn f13" role="status">
              {t('devices.unsent.text', { count: unsent.length })}
            </p>
            <Button size="sm" onClick={inbox.retry}>
              {t('devices.unsent.retry')}
            </Button>
          </>
        }
      />
      <List
        title={t('devices.recent')}
        entries={of('sending', 'logged', 'stored').slice(0, RECENT)}
        state={state}
        inbox={inbox}
      />
    </>
  )
}

interface Props {
  title: string
  entries: readonly Entry[]
  state: InboxState
  inbox: Inbox
  head?: ReactNode
}
function List({ title, entries, state, inbox, head }: Props) {
  if (entries.length === 0) return null
  return (
    <section className="devpart">
      <h3 className="sech">
        {title} <span className="num t3">{entries.length}</span>
      </h3>
      {head}
      <ul className="deventries" aria-label={title}>
        {entries.map((entry) => (
          <ReadingEntry key={entry.id} entry={entry} person={state.person} inbox={inbox} />
        ))}
      </ul>
    </section>
  )
}
