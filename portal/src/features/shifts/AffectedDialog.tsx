import { CloseCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Affected, Confirm } from '@teleward/contract/shifts/schema.ts'
import { Checkbox, Input } from 'antd'
import { useEffect, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { t } from '../../i18n/i18n.ts'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { ageAndSex, type Sex } from '../../ui/person.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { AllWays } from './AllWays.tsx'
import type { ShiftChange } from './useShiftChange.ts'
import { WayCell } from './WayCell.tsx'
import { type Choice, isComplete, wayOf } from './ways.ts'
import { shortDay } from './labels.ts'

const sexOf = (gender: string | null): Sex =>
  gender === 'male' || gender === 'female' || gender === 'other' ? gender : 'unknown'

/** How many and which appointments a change touches; for each, what becomes of it. Nothing has happened yet. */
export function AffectedDialog({ change }: { change: ShiftChange }) {
  const { asked, busy } = change
  return (
    <FormModal
      open={asked !== null}
      width={920}
      footer={null}
      title={asked && t('shifts.affected.title', { what: asked.what, count: asked.n })}
      onCancel={change.close}
      destroyOnHidden
      mask={{ closable: false }}
      className="affected"
    >
      {asked && <Body key={asked.what} change={change} busy={busy} />}
    </FormModal>
  )
}

function Body({ change, busy }: { change: ShiftChange; busy: boolean }) {
  const { asked } = change
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const [understood, setUnderstood] = useState(false)
  const [notify, setNotify] = useState(true)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  useEffect(() => {
    if (asked?.renewed) setUnderstood(false)
  }, [asked])
  if (!asked) return null
  const { affected, hidden } = asked
  const choiceOf = (qid: number): Choice => choices.get(qid) ?? {}
  const left = affected.filter(({ qid }) => !isComplete(choiceOf(qid))).length
  const unreachable = affected.filter(({ patient }) => !patient.reachable).length
  const cancels = affected.some(({ qid }) => choiceOf(qid).act === 'cancel')
  const set = (qid: number, choice: Choice) => setChoices((now) => new Map(now).set(qid, choice))
  const takenBeside = (own: Affected) =>
    affected.flatMap(({ qid, did }) => {
      const { at, did: other } = choiceOf(qid)
      return qid !== own.qid && at ? [{ did: other ?? did, at }] : []
    })
  const send = () => {
    setTried(true)
    if (left > 0 || !understood) return
    const ways = affected.flatMap((entry) => wayOf(entry, choiceOf(entry.qid), notify) ?? [])
    const confirm: Confirm = { hidden, ways, ...(cancels && reason.trim() ? { reason: reason.trim() } : {}) }
    void change.confirm(confirm)
  }
  const refusedRow = affected.find(({ qid }) => qid === asked.refused?.qid)
  return (
    <div className="affbody">
      <div className="affhead">
        <span className="icn" aria-hidden="true">
          <WarningOutlined />
        </span>
        <div className="grow">
          <p className="t2">{t('shifts.affected.text')}</p>
          {hidden > 0 && <p className="c-warn">{t('shifts.affected.hidden', { count: hidden })}</p>}
        </div>
      </div>
      {asked.renewed && (
        <p role="alert" className="banner warn">
          {t('shifts.affected.renewed')}
        </p>
      )}
      {asked.refused && (
        <p role="alert" className="banner bad">
          {t('shifts.affected.rowFailed', {
            name: refusedRow ? nameOf(refusedRow.patient) : '',
            why: asked.refused.why,
          })}
        </p>
      )}
      {affected.length > 1 && <AllWays affected={affected} onChoices={setChoices} />}
      <ul className="afflist">
        {affected.map((entry) => (
          <li key={entry.qid} className={entry.qid === asked.refused?.qid ? 'refused' : ''}>
            <span className="when num">
              <b>{timeUnder(entry.date, entry.startAt)}</b>
              <span className="f12 t3">{shortDay(entry.date)}</span>
            </span>
            <span className="row person">
              <Avatar name={nameOf(entry.patient)} seed={entry.pid} />
              <span className="grow">
                <span className="row pname">
                  <span className="ell b">{nameOf(entry.patient)}</span>
                  {entry.patient.vip && <VipMark />}
                </span>
                <span className="f12 t3 block">
                  {ageAndSex(entry.patient.birthday, sexOf(entry.patient.gender))}
                  {entry.paid && ` · ${t('shifts.affected.paid')}`}
                </span>
              </span>
            </span>
            <span className="ell problem" title={entry.problem ?? ''}>
              {entry.problem}
            </span>
            <span className="num phone">{entry.patient.mobile}</span>
            <WayCell
              entry={entry}
              choice={choiceOf(entry.qid)}
              taken={takenBeside(entry)}
              missing={tried}
              onChoice={(choice) => set(entry.qid, choice)}
            />
          </li>
        ))}
      </ul>
      {left > 0 && affected.length > 0 && (
        <p className={`help ${tried ? 'err' : ''}`} aria-live="polite">
          <CloseCircleOutlined />
          {t('shifts.affected.left', { count: left })}
        </p>
      )}
      {cancels && (
        <Input
          value={reason}
          maxLength={200}
          placeholder={t('shifts.affected.reason')}
          aria-label={t('shifts.affected.reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
        {t('shifts.affected.understand')}
      </Checkbox>
      {tried && !understood && (
        <p className="help err" role="alert">
          <CloseCircleOutlined />
          {t('shifts.affected.understandFirst')}
        </p>
      )}
      <Checkbox checked={notify} onChange={(event) => setNotify(event.target.checked)}>
        {t('shifts.affected.notify')}
      </Checkbox>
      {unreachable > 0 && <p className="help">{t('shifts.affected.unreachable', { count: unreachable })}</p>}
      <div className="row afffoot">
        <span className="grow" />
        <button type="button" className="btn" onClick={change.close}>
          {t(asked.settles ? 'common.cancel' : 'shifts.affected.back')}
        </button>
        <button
          type="button"
          className={`btn ${asked.danger ? 'badsolid' : 'pri'}`}
          disabled={busy}
          aria-busy={busy}
          onClick={send}
        >
          {t(asked.settles ? 'shifts.affected.settleAll' : 'shifts.affected.submit', { count: affected.length })}
        </button>
      </div>
    </div>
  )
}
