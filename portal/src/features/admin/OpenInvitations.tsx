import { deleteStaffInvitation, getStaffInvitations } from '@teleward/contract/admin/invitation-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'

/** Above the staff: who was asked to join with an account of their own, and has not answered. */
export function OpenInvitations({ partner }: { partner: number | undefined }) {
  const t = useT()
  const { data, error } = useQuery(
    endpointQuery(getStaffInvitations, { query: partner === undefined ? {} : { partner } }),
  )
  const withdraw = useEndpointMutation(deleteStaffInvitation, {
    onDone: () => notify({ kind: 'ok', title: t('admin.joining.withdrawn') }),
  })
  if (error && !data)
    return (
      <p className="alert bad" role="alert">
        {t('admin.joining.failed')} {errorMessage(error)}
      </p>
    )
  if (!data?.length) return null
  const ask = async (id: number, account: string) => {
    const yes = await confirmAct({
      title: t('admin.joining.withdrawTitle', { account }),
      text: t('admin.joining.withdrawText'),
      ok: t('admin.joining.withdraw'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) withdraw.mutate({ params: { id } })
  }
  return (
    <section className="joining" aria-label={t('admin.joining.title', { count: data.length })}>
      <h2 className="sech">{t('admin.joining.title', { count: data.length })}</h2>
      <ul>
        {data.map((one) => (
          <li key={one.id} className="row">
            <span className="grow">
              <b className="num">{one.account}</b> {staffTypeText(one.doctortype)}
              <span className="f12 t3 block">
                {t('admin.joining.since', {
                  units: one.units.map(nameOf).join(t('common.patient.separator')),
                  by: one.invitedBy ? nameOf(one.invitedBy) : t('admin.joining.operator'),
                  at: formatDateTime(one.invitedAt),
                })}
              </span>
            </span>
            <Button
              size="sm"
              disabled={withdraw.isPending}
              aria-label={t('admin.joining.withdrawOf', { account: one.account })}
              onClick={() => void ask(one.id, one.account)}
            >
              {t('admin.joining.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
