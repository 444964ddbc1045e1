import './people.css'
import { deleteGuest, getGuests } from '@teleward/contract/calls/guest-endpoints.ts'
import type { Guest } from '@teleward/contract/calls/guest-schema.ts'
import { isGuestOver } from '@teleward/contract/calls/guest-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { formatTime } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'

/** How far a guest has come, by what is the news of it: on its way, failed, waiting for them, locked, here. */
function standingOf({ state, sending, locked }: Guest) {
  if (state !== 'sent') return state
  if (locked) return 'locked'
  return sending === 'failed' ? 'failed' : sending === 'waiting' ? 'sending' : 'sent'
}

const here: ReadonlySet<string> = new Set<Guest['state']>(['sent', 'opened', 'joined'])
/** Who was asked into the call by a link, each with where they stand and a way to take it back. `inside` the call's window: those alone who are in or to come. */
export default function Guests({ callID, inside = false }: { callID: string; inside?: boolean }) {
  const t = useT()
  const { data, error, refetch } = useQuery(endpointQuery(getGuests, { params: { callID } }))
  const taking = useEndpointMutation(deleteGuest)
  const guests = (data?.guests ?? []).filter(({ state }) => !inside || here.has(state))
  if (error && !data) return <FailedLine error={error} onRetry={() => void refetch()} />
  if (guests.length === 0) return null
  const called = ({ name, relation }: Guest) =>
    t('callpeople.guest.called', { name, relation: t(`callpeople.guest.relations.${relation}`) })
  const take = async (guest: Guest) => {
    const sure =
      guest.state !== 'joined' ||
      (await confirmAct({
        title: t('callpeople.guest.removeTitle', { name: guest.name }),
        text: t('callpeople.guest.removeText'),
        ok: t('callpeople.guest.remove'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (sure) taking.mutate({ params: { callID, guest: guest.id } })
  }
  return (
    <ul className="callguests" aria-label={t('callpeople.guest.list')}>
      {guests.map((guest) => {
        const standing = standingOf(guest)
        return (
          <li key={guest.id} data-state={standing}>
            <span>
              {called(guest)}
              {(!inside || standing !== 'joined') && (
                <small>
                  <span
                    className={
                      standing === 'failed' || standing === 'locked' ? 'c-bad' : standing === 'joined' ? 'c-ok' : ''
                    }
                  >
                    {t(`callpeople.guest.state.${standing}`)}
                  </span>
                  {!inside && (
                    <>
                      {' · '}
                      {guest.sentTo}
                      {' · '}
                      {t('callpeople.guest.by', { name: nameOf(guest.invitedBy), time: formatTime(guest.createdAt) })}
                    </>
                  )}
                </small>
              )}
            </span>
            {!isGuestOver(guest.state) && (
              <button
                type="button"
                disabled={taking.isPending}
                aria-label={t(guest.state === 'joined' ? 'callpeople.guest.removeOne' : 'callpeople.guest.revokeOne', {
                  name: guest.name,
                })}
                onClick={() => void take(guest)}
              >
                {t(guest.state === 'joined' ? 'callpeople.guest.remove' : 'callpeople.guest.revoke')}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
