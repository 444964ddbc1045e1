import { isUnfinished } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { deleteVisitLink } from '@teleward/contract/appointments/send-endpoints.ts'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { nameOf } from '../Patient.tsx'
import { linkText } from './LinkMark.tsx'
import SendDialog from './SendDialog.tsx'

type Link = AppointmentDetail['links'][number]
/** Opens something still, or may: whoever has it can come by it. */
const isLiving = ({ state }: Link) => state !== 'dead' && state !== 'expired' && state !== 'sendFailed'

/** Each link of the visit: voice or video, by which way and to whom, how it fares; sent again and revoked from here. */
export default function Links({ entry }: { entry: AppointmentDetail }) {
  const [sending, setSending] = useState(false)
  const calls = useRight('call.use') !== '-'
  const revoke = useEndpointMutation(deleteVisitLink, {
    onDone: () => notify({ kind: 'ok', title: t('referrals.toPatient.links.revoked') }),
  })
  if (entry.links.length === 0) return null
  const open = calls && isUnfinished(entry.status)
  const onRevoke = async (link: Link) => {
    const sure = await confirmAct({
      title: t('referrals.toPatient.links.revokeSure'),
      text: t('referrals.toPatient.links.stops'),
      ok: t('referrals.toPatient.links.revoke'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) revoke.mutate({ params: { id: link.id } })
  }
  return (
    <section aria-label={t('appointments.detail.link')} className="visitlinks">
      <div className="sech">{t('appointments.detail.link')}</div>
      <ul className="f13">
        {entry.links.map((link) => (
          <li key={link.id} className="row wrap">
            <span className="grow">
              <b>{linkText({ link: link.state, linkFailure: link.failure, status: entry.status })}</b>{' '}
              {[
                t(`referrals.toPatient.link.${link.sms_room === 4 ? 'voice' : 'video'}`),
                link.channel ? t(`referrals.toPatient.way.${link.channel}`) : '',
                link.to ?? '',
              ]
                .filter(Boolean)
                .join(t('common.dot'))}
              <br />
              <span className="t3 num">
                {[link.sentAt, link.openedAt, link.joinedAt]
                  .flatMap((at) => (at ? [formatDateTime(at)] : []))
                  .join(' → ')}
              </span>
            </span>
            {open && isLiving(link) && (
              <Button size="sm" kind="bad" disabled={revoke.isPending} onClick={() => void onRevoke(link)}>
                {t('referrals.toPatient.links.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && entry.site !== 'onsite' && (
        <Button size="sm" onClick={() => setSending(true)}>
          {t('referrals.toPatient.links.again')}
        </Button>
      )}
      {sending && (
        <SendDialog
          to={{ qid: entry.qid, pid: entry.patient.pid, site: entry.site, name: nameOf(entry.patient) }}
          what="link"
          onClose={() => setSending(false)}
        />
      )}
    </section>
  )
}
