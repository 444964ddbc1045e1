import { WarningOutlined } from '@ant-design/icons'
import { getDoctorGeneralFee } from '@teleward/contract/fees/endpoints.ts'
import { postMyService } from '@teleward/contract/profile/endpoints.ts'
import { type ServiceFlag, serviceFlags } from '@teleward/contract/profile/rules.ts'
import { bookedVisit, type MyService } from '@teleward/contract/profile/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { z } from 'zod'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { AsSeen } from './AsSeen.tsx'
import { takeRefusal } from './saving.ts'

const told = z.object({ booked: z.array(bookedVisit) })
type Key = ServiceFlag | 'uiastaff'

/** Switches that hold at once, each with what it opens; what is booked is shown before it is closed. */
export function FlagsPart({ services, onFees }: { services: MyService; onFees: () => void }) {
  const t = useT()
  const { mid } = useMe()
  const [own, read] = [useRight('fee.own'), useRight('appointment.read')]
  const paid = own !== '-' && read !== '-'
  const fees = useQuery({ ...endpointQuery(getDoctorGeneralFee, { params: { id: mid } }), enabled: paid })
  const nameOf = (key: Key) => (key === 'uiastaff' ? t('profile.service.uiastaff') : t(`profile.service.flag.${key}`))
  const bodyOf = (key: Key, on: boolean, version: number, acknowledged = false) => ({
    version,
    acknowledged,
    ...(key === 'uiastaff' ? { uiastaff: on } : { flags: { [key]: on } }),
  })
  const act = useEndpointMutation(postMyService, {
    onDone: (after, { body }) => {
      const key: Key = body.uiastaff === undefined ? (Object.keys(body.flags ?? {})[0] as ServiceFlag) : 'uiastaff'
      const on = key === 'uiastaff' ? after.uiastaff : after.flags[key]
      notify({
        kind: 'ok',
        key: 'profile.service',
        title: t(on ? 'profile.service.on' : 'profile.service.off', { name: nameOf(key) }),
        action: {
          label: t('common.undo'),
          run: () => act.mutate({ body: bodyOf(key, !on, after.versions.services, true) }),
        },
      })
    },
    onError: (error, { body }) => {
      const found = told.safeParse(error.data)
      if (error.code !== 'ILLEGAL_STEP' || !found.success) return takeRefusal(error)
      void askAnyway(found.data.booked, () => act.mutate({ body: { ...body, acknowledged: true } }))
      return true
    },
  })
  const askAnyway = async (booked: z.output<typeof bookedVisit>[], go: () => void) => {
    const sure = await confirmAct({
      title: t('profile.service.bookedTitle', { n: booked.length }),
      text: (
        <>
          <p>{t('profile.service.bookedText')}</p>
          <ul className="bookedlist num">
            {booked.slice(0, 8).map(({ qid, date, time }) => (
              <li key={qid}>
                {formatDay(date)} {time}
              </li>
            ))}
          </ul>
        </>
      ),
      ok: t('profile.service.closeAnyway'),
      cancel: t('common.back'),
      danger: true,
    })
    if (sure) go()
    else void invalidateTags(['profile'])
  }
  const line = (key: Key, on: boolean, opens: string) => (
    <li key={key} className="switchrow">
      <label className="grow" htmlFor={`flag-${key}`}>
        <b>{nameOf(key)}</b>
        <span className="t3 f13">{opens}</span>
        {key === 'cn_service' && on && fees.data && fees.data.cnDay === null && (
          <span className="c-warn f13">
            <WarningOutlined /> {t('profile.service.noCny')}{' '}
            <Button size="sm" onClick={onFees}>
              {t('profile.service.setFees')}
            </Button>
          </span>
        )}
      </label>
      <Switch
        id={`flag-${key}`}
        checked={on}
        loading={act.isPending}
        aria-label={nameOf(key)}
        onChange={(next) => act.mutate({ body: bodyOf(key, next, services.versions.services) })}
      />
    </li>
  )
  return (
    <>
      <section className="card" aria-label={t('profile.service.flags')}>
        <ul className="switches">
          {serviceFlags.map((flag) => line(flag, services.flags[flag], t(`profile.service.opens.${flag}`)))}
          {line('uiastaff', services.uiastaff, t('profile.service.uiastaffOpens'))}
        </ul>
      </section>
      <AsSeen services={services} />
    </>
  )
}
