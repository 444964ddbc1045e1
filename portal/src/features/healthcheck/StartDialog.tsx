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
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { ReadBack } from '../../patterns/ReadBack.tsx'
import { notify } from '../../ui/notify.ts'

const running = z.object({ id: uuid })
interface Props {
  /** A card that was read. */
  code?: string
  onClose: (id?: string) => void
}
/** Whose it would be, to be read back: of a card where it is found, which the start itself finds with certainty. */
function usePerson(pid: number | undefined, code: string | undefined) {
  const card = code === undefined ? null : cardOf(code)
  const picked = useQuery({ ...endpointQuery(getMember, { params: { pid: pid ?? 0 } }), enabled: pid !== undefined })
  const found = useQuery({
    ...endpointQuery(getMemberList, { body: { q: card?.value ?? '', pageSize: 2 } }),
    enabled: card !== null,
    retry: false,
  })
  const [only, other] = found.data?.data ?? []
  return code === undefined ? picked.data : other ? undefined : only
}

/** Of whom, with what; name and birthday are read back before it starts. One that runs is opened instead. */
export function StartDialog({ code, onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const [id] = useState(() => crypto.randomUUID())
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const [programme, setProgramme] = useState<CheckProgramme>('basic')
  const [confirmed, setConfirmed] = useState(false)
  const person = usePerson(picked[0]?.pid, code)
  const begin = useEndpointMutation(postHealthCheck, {
    onDone: ({ id: made }) => onClose(made),
    onError: (error) => {
      const there = error.code === 'HC_RUNNING' ? running.safeParse(error.data) : undefined
      if (there?.success) {
        notify({ kind: 'warn', title: t('healthcheck.start.running') })
        onClose(there.data.id)
        return true
      }
      return refusal.take(error, code === undefined ? 'member' : 'code')
    },
  })
  const send = () => {
    const [one] = picked
    if (code === undefined && !one) return refusal.refuse('member', t('common.required'))
    if (!confirmed) return refusal.refuse('confirm', t('healthcheck.start.confirmWrong'))
    refusal.clear()
    begin.mutate({
      body: {
        id,
        programme,
        identityConfirmed: true,
        ...(code === undefined ? { pid: one?.pid } : { code }),
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
        {code === undefined ? (
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
        ) : (
          <>
            <p className="alert info">{t('healthcheck.start.scanned', { last: code.slice(-4) })}</p>
            {refusal.of('code') && (
              <p className="help err" role="alert">
                {refusal.of('code')}
              </p>
            )}
          </>
        )}
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
        <Checkbox checked={confirmed} onChange={(e) => setConfirmed(e.target.checked)}>
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
