import { getOwnInvitations, putStaffInvitation } from '@teleward/contract/admin/invitation-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'

/** Institutions that ask one to join them: nothing comes of it until it is accepted. */
export function Invitations() {
  const t = useT()
  const { data, error } = useQuery(endpointQuery(getOwnInvitations, {}))
  const answer = useEndpointMutation(putStaffInvitation)
  if (error && !data)
    return (
      <p className="alert bad" role="alert">
        {t('profile.joining.failed')} {errorMessage(error)}
      </p>
    )
  if (!data?.length) return null
  const say = async (id: number, name: string, accept: boolean) => {
    const yes = await confirmAct({
      title: t(accept ? 'profile.joining.acceptTitle' : 'profile.joining.declineTitle', { name }),
      text: t(accept ? 'profile.joining.acceptText' : 'profile.joining.declineText'),
      ok: t(accept ? 'profile.joining.accept' : 'profile.joining.decline'),
      cancel: t('common.cancel'),
      danger: !accept,
    })
    if (!yes) return
    answer.mutate(
      { params: { id }, body: { accept } },
      {
        onSuccess: () =>
          notify({
            kind: 'ok',
            title: t(accept ? 'profile.joining.accepted' : 'profile.joining.declined', { name }),
            ...(accept ? { text: t('profile.joining.next') } : {}),
          }),
      },
    )
  }
  return (
    <section className="card pcard">
      <h2 className="sech">{t('profile.joining.title')}</h2>
      <ul className="psessions">
        {data.map((one) => {
          const name = nameOf(one.partner)
          return (
            <li key={one.id} className="row">
              <span className="grow">
                <span className="b block">{name}</span>
                <span className="f12 t3 block">
                  {t('profile.joining.as', {
                    kind: one.title ?? staffTypeText(one.doctortype),
                    units: one.units.map(nameOf).join(t('common.patient.separator')),
                    at: formatDateTime(one.invitedAt),
                  })}
                </span>
              </span>
              <Button
                size="sm"
                disabled={answer.isPending}
                aria-label={t('profile.joining.declineOf', { name })}
                onClick={() => void say(one.id, name, false)}
              >
                {t('profile.joining.decline')}
              </Button>
              <Button
                size="sm"
                kind="primary"
                disabled={answer.isPending}
                aria-label={t('profile.joining.acceptOf', { name })}
                onClick={() => void say(one.id, name, true)}
              >
                {t('profile.joining.accept')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
