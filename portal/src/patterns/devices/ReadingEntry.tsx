import { isLate } from '@teleward/contract/monitoring/doubts.ts'
import { meals, pulseUnread } from '@teleward/contract/monitoring/rules.ts'
import { useState } from 'react'
import type { Person } from '../../devices/assignment.ts'
import type { Entry, Inbox } from '../../devices/inbox.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { kindText } from '../limits.ts'
import { Correction } from './Correction.tsx'
import { deviceText, kindOf, originalText, storesItself, timeText, valueText } from './words.ts'

interface Props {
  entry: Entry
  person: Person | null
  inbox: Inbox
}

/** One reading: what it is, whose, what is remarked about it, and what can be done. */
export function ReadingEntry({ entry, person, inbox }: Props) {
  const { t } = useI18n()
  const { arrived, measured, said } = entry
  return (
    <li>
      <div className="row wrap">
        <span>{kindOf(measured, said)}</span>
        <b className="num">{valueText(measured)}</b>
        {!entry.corrected && <span className="t3">{originalText(arrived)}</span>}
        {entry.person && <span className="b">{entry.person.name}</span>}
        <StateText entry={entry} />
      </div>
      <p className="t3 f13">
        {[
          deviceText(arrived.deviceName),
          timeText(arrived),
          arrived.user !== null && t('devices.user', { user: arrived.user }),
          entry.times > 1 && t('devices.times', { count: entry.times }),
          entry.corrected && t('devices.corrected'),
        ]
          .filter(Boolean)
          .join(t('common.dot'))}
      </p>
      {pulseUnread(said) && <p className="c-warn f13">{t('devices.pulseUnread', { text: String(said.pulse_rate) })}</p>}
      {isLate(arrived.at, arrived.arrivedAt) && <p className="c-warn f13">{t('devices.late')}</p>}
      {arrived.hints.length > 0 && (
        <p className="c-warn f13">{arrived.hints.map((hint) => t(`devices.hint.${hint}`)).join(t('common.dot'))}</p>
      )}
      <Choices entry={entry} person={person} inbox={inbox} />
    </li>
  )
}

function StateText({ entry: { state, takeOver, confirmed, said } }: { entry: Entry }) {
  const { t } = useI18n()
  if (state === 'sending') return <span className="t3 f13">{t('devices.sending')}</span>
  if (state === 'logged') return <span className="t3 f13">{t('devices.logged')}</span>
  if (state !== 'stored') return null
  const how = [
    takeOver && !storesItself({ said }) ? t('devices.takenOver') : t('devices.stored'),
    confirmed && t('devices.flagged'),
  ]
  return <span className="c-ok f13">{how.filter(Boolean).join(t('common.dot'))}</span>
}

function Choices({ entry, person, inbox }: Props) {
  const { t, errorText } = useI18n()
  if (entry.state === 'held') return <Held entry={entry} person={person} inbox={inbox} />
  if (entry.state === 'asked') return <Asked entry={entry} inbox={inbox} />
  if (entry.state === 'refused')
    return (
      <>
        <p className="c-bad f13" role="alert">
          {entry.refusal || errorText('ERROR')}
        </p>
        <div className="row wrap">
          <Button size="sm" onClick={() => inbox.again(entry.id)}>
            {t('common.retry')}
          </Button>
          <Button size="sm" kind="text" onClick={() => inbox.discard(entry.id)}>
            {t('devices.held.discard')}
          </Button>
        </div>
      </>
    )
  if (entry.state !== 'logged') return null
  // Without a word of the device a glucose says nothing of meals: that is asked with the button.
  if (entry.said.dataType === 'blood_glucose' && !entry.said.meal)
    return (
      <div className="row wrap">
        {meals.map((meal) => (
          <Button size="sm" key={meal} onClick={() => inbox.takeOver(entry.id, meal)}>
            {t('devices.takeOverAs', { kind: kindText(MEAL_KINDS[meal]) })}
          </Button>
        ))}
        <Button size="sm" onClick={() => inbox.takeOver(entry.id)}>
          {t('devices.takeOverAs', { kind: kindText('glucose_unspecified') })}
        </Button>
      </div>
    )
  return (
    <Button size="sm" onClick={() => inbox.takeOver(entry.id)}>
      {t('devices.takeOver')}
    </Button>
  )
}
const MEAL_KINDS = { fasting: 'glucose_fasting', before: 'glucose_before_meal', after: 'glucose_after_meal' } as const

function Held({ entry, person, inbox }: Props) {
  const { t } = useI18n()
  const people = [person, entry.earlier].filter((one) => one !== null)
  return (
    <>
      {entry.why && <p className="c-warn f13">{t(`devices.held.${entry.why}`)}</p>}
      <div className="row wrap">
        {people.map((one) => (
          <Button size="sm" key={one.pid} onClick={() => inbox.give(entry.id, one)}>
            {t('devices.held.give', { name: one.name })}
          </Button>
        ))}
        <Button size="sm" kind="text" onClick={() => inbox.discard(entry.id)}>
          {t('devices.held.discard')}
        </Button>
      </div>
    </>
  )
}

function Asked({ entry, inbox }: Omit<Props, 'person'>) {
  const { t, errorText } = useI18n()
  const [correcting, setCorrecting] = useState(false)
  return (
    <>
      {entry.doubts.map(({ code, values }) => (
        <p key={code} className="c-bad f13" role="alert">
          {errorText(code, values)}
        </p>
      ))}
      {correcting ? (
        <Correction entry={entry} inbox={inbox} onClose={() => setCorrecting(false)} />
      ) : (
        <div className="row wrap">
          <Button size="sm" onClick={() => setCorrecting(true)}>
            {t('devices.asked.correct')}
          </Button>
          <Button size="sm" onClick={() => inbox.confirm(entry.id)}>
            {t('devices.asked.confirm')}
          </Button>
          <Button size="sm" kind="text" onClick={() => inbox.discard(entry.id)}>
            {t('devices.held.discard')}
          </Button>
        </div>
      )}
    </>
  )
}
