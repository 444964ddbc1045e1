import { CopyOutlined, LinkOutlined, MailOutlined } from '@ant-design/icons'
import { deleteReferralLink, postReferralLink } from '@teleward/contract/referrals/outside-endpoints.ts'
import { openReferrals } from '@teleward/contract/referrals/rules.ts'
import type { Referral, ReferralLink } from '@teleward/contract/referrals/schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'

interface Props {
  row: Referral
  link: ReferralLink | null
}
const OPEN: readonly string[] = openReferrals
/** Address and code of a link just made, which nobody is told again. */
interface Told {
  address: string
  code: string
}

/** How an institution outside comes to its letter: a link, a code that is told beside it, and what became of both. */
export function LinkPanel({ row, link }: Props) {
  const [told, setTold] = useState<Told>()
  const making = useEndpointMutation(postReferralLink, {
    onDone: ({ address, code }) =>
      setTold({ address: address.startsWith('/') ? location.origin + address : address, code }),
  })
  const ending = useEndpointMutation(deleteReferralLink, {
    onDone: () => {
      setTold(undefined)
      notify({ kind: 'ok', title: t('referrals.link.revoked') })
    },
  })
  const living = link !== null && link.endedAt === null && Date.parse(link.expiresAt) > Date.now()
  const email = row.to.outside?.email
  const make = async (send: boolean) => {
    const sure =
      !living ||
      (await confirmAct({
        title: t('referrals.link.again'),
        text: t('referrals.link.replaces'),
        ok: t('referrals.link.make'),
        cancel: t('common.cancel'),
      }))
    if (sure) making.mutate({ params: { id: row.id }, body: { send } })
  }
  const revoke = async () => {
    if (!link) return
    const sure = await confirmAct({
      title: t('referrals.link.revokeSure'),
      text: t('referrals.link.stops'),
      ok: t('referrals.link.revoke'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) ending.mutate({ params: { id: row.id, link: link.id } })
  }
  return (
    <section aria-label={t('referrals.link.title')}>
      <div className="sech">{t('referrals.link.title')}</div>
      <div className="reflink">
        <Standing link={link} living={living} />
        {told && <Telling told={told} phone={row.to.outside?.phone ?? null} />}
        {OPEN.includes(row.state) && (
          <div className="row wrap">
            {email && (
              <Button
                kind={living ? 'default' : 'primary'}
                icon={<MailOutlined />}
                disabled={making.isPending}
                onClick={() => void make(true)}
              >
                {t('referrals.link.mail')}
              </Button>
            )}
            <Button
              kind={living || email ? 'default' : 'primary'}
              icon={<LinkOutlined />}
              disabled={making.isPending}
              onClick={() => void make(false)}
            >
              {t(living ? 'referrals.link.again' : 'referrals.link.make')}
            </Button>
            {living && (
              <Button kind="bad" disabled={ending.isPending} onClick={() => void revoke()}>
                {t('referrals.link.revoke')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

function Standing({ link, living }: { link: ReferralLink | null; living: boolean }) {
  if (!link) return <p className="c-warn">{t('referrals.link.none')}</p>
  const { endedAt, expiresAt, openedAt, lastAt, opens, sentTo, sending, locked } = link
  return (
    <div className="f13 num">
      <p>
        {living
          ? t('referrals.link.until', { time: formatDateTime(expiresAt) })
          : endedAt
            ? t('referrals.link.ended', { time: formatDateTime(endedAt) })
            : t('referrals.link.expired', { time: formatDateTime(expiresAt) })}
      </p>
      {sentTo && sending && (
        <p className={sending === 'failed' ? 'c-bad' : ''}>{t(`referrals.link.sending.${sending}`, { to: sentTo })}</p>
      )}
      {locked && living && <p className="c-bad">{t('referrals.link.locked')}</p>}
      <p className="t3">
        {openedAt
          ? t('referrals.link.opened', {
              first: formatDateTime(openedAt),
              last: formatDateTime(lastAt ?? openedAt),
              count: opens,
            })
          : t('referrals.link.unopened')}
      </p>
    </div>
  )
}

/** Said once: what is not told now is told by a new link. */
function Telling({ told, phone }: { told: Told; phone: string | null }) {
  // A browser has no clipboard on a page without TLS, or may refuse it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(told.address)
      notify({ kind: 'ok', title: t('referrals.link.copied') })
    } catch {
      notify({ kind: 'bad', title: t('referrals.link.copyFailed') })
    }
  }
  return (
    <div className="formcol">
      <div className="refaddress">
        <Input
          readOnly
          aria-label={t('referrals.link.address')}
          value={told.address}
          onFocus={({ target }) => target.select()}
        />
        <Button icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('referrals.link.copy')}
        </Button>
      </div>
      <p>
        {t('referrals.link.code')}{' '}
        <span className="num big" data-code>
          {told.code}
        </span>
      </p>
      <p className="help">{phone ? t('referrals.link.tellBy', { phone }) : t('referrals.link.tell')}</p>
    </div>
  )
}
