import { postHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import { cardOf } from '@teleward/contract/careevents/rules.ts'
import { type CheckProgramme, checkProgrammes, programmeRules } from '@teleward/contract/healthchecks/items.ts'
import { uuid } from '@teleward/contract/core/scalars.ts'
import { getMember, getMemberList } from '@teleward/contract/members/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { ReadBack } from '../../patterns/ReadBack.tsx'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'

const running = z.object({ id: uuid })
interface Props {
  /** A card that was read. */
  code?: string
  onClose: (id?: string) => void
}
/** Whose it would be, to be read back: of a card that leads to one member, else of whoever was picked. */
function usePerson(pid: number | undefined, code: string | undefined) {
  const card = code === undefined ? null : cardOf(code)
  const found = useQuery({
    ...endpointQuery(getMemberList, { body: { q: card?.value ?? '', pageSize: 2 } }),
    enabled: card !== null,
    retry: false,
  })
  const rows = found.data?.data
  // A member of two units stands in two rows.
  const only = rows?.every(({ pid: one }) => one === rows[0]?.pid) ? rows[0] : undefined
  const unclear = code !== undefined && (card === null || (rows !== undefined && only === undefined))
  const byCard = code !== undefined && !unclear
  const picked = useQuery({
    ...endpointQuery(getMember, { params: { pid: pid ?? 0 } }),
    enabled: pid !== undefined && !byCard,
  })
  const { data, error, isFetching, refetch } = byCard ? found : picked
  return {
    byCard,
    unclear,
    person: byCard ? only : picked.data,
    pending: isFetching && data === undefined,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

/** Of whom, with what; name and birthday are read back before it starts. One that runs is opened instead. */
export function StartDialog({ code, onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const [id] = useState(() => crypto.randomUUID())
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const [programme, setProgramme] = useState<CheckProgramme>('basic')
  // Of whom: somebody else is read back anew.
  const [confirmedOf, setConfirmedOf] = useState<number>()
  const { byCard, unclear, person, pending, error: unread, retry } = usePerson(picked[0]?.pid, code)
  const confirmed = person !== undefined && confirmedOf === person.pid
  const begin = useEndpointMutation(postHealthCheck, {
    onDone: ({ id: made }) => onClose(made),
    onError: (error) => {
      const there = error.code === 'HC_RUNNING' ? running.safeParse(error.data) : undefined
      if (there?.success) {
        notify({ kind: 'warn', title: t('healthcheck.start.running') })
        onClose(there.data.id)
        return true
      }
      return refusal.take(error, byCard ? 'code' : 'member')
    },
  })
  const send = () => {
    const [one] = picked
    if (!byCard && !one) return refusal.refuse('member', t('common.required'))
    if (!confirmed) return refusal.refuse('confirm', t('healthcheck.start.confirmWrong'))
    refusal.clear()
    begin.mutate({
      body: {
        id,
        programme,
        identityConfirmed: true,
        ...(byCard ? { code } : { pid: one?.pid }),
      },
    })
  }
  return (
    <Modal
      open
      title={t('healthcheck.start.title')}
      okText={t('healthcheck.start.ok')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: begin.isPending }}
      onOk={send}
      onCancel={() => onClose()}
    >
      <FormColumn>
        {code !== undefined && <p className="alert info">{t('healthcheck.start.scanned', { last: code.slice(-4) })}</p>}
        {unclear && (
          <p className="alert warn" role="alert">
            {t('healthcheck.start.unclear')}
          </p>
        )}
        {!byCard && (
          <Line label={t('healthcheck.start.member')} required error={refusal.of('member')}>
            {(field) => (
              <MemberPicker
                id={field}
                single
                value={picked}
                status={refusal.of('member') ? 'error' : ''}
                onChange={setPicked}
              />
            )}
          </Line>
        )}
        {refusal.of('code') && (
          <p className="help err" role="alert">
            {refusal.of('code')}
          </p>
        )}
        {pending && <SkeletonBlock lines={2} />}
        {unread && <FailedLine error={unread} onRetry={retry} />}
        {person && <ReadBack person={person} />}
        <Line label={t('healthcheck.start.programme')}>
          {() => (
            <div className="checkprogrammes" role="radiogroup" aria-label={t('healthcheck.start.programme')}>
              {checkProgrammes.map((one) => (
                <label key={one} className={one === programme ? 'sel' : ''}>
                  <input type="radio" name="programme" checked={one === programme} onChange={() => setProgramme(one)} />
                  <span>
                    <b>{t(`healthcheck.programme.${one}`)}</b>{' '}
                    <span className="t3 f13">
                      {t('healthcheck.programmeText', {
                        count: programmeRules[one].items.length,
                        minutes: programmeRules[one].minutes,
                      })}
                      {' · '}
                      {programmeRules[one].fastingHours === null
                        ? t('healthcheck.noFasting')
                        : t('healthcheck.fastingNeed', { hours: programmeRules[one].fastingHours })}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          )}
        </Line>
        <Checkbox
          checked={confirmed}
          disabled={person === undefined}
          onChange={(e) => setConfirmedOf(e.target.checked ? person?.pid : undefined)}
        >
          {t('healthcheck.start.confirm')}
        </Checkbox>
        {refusal.of('confirm') && (
          <p className="help err" role="alert">
            {refusal.of('confirm')}
          </p>
        )}
      </FormColumn>
    </Modal>
  )
}
