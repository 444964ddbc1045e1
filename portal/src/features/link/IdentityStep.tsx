import { InfoCircleOutlined, LockOutlined } from '@ant-design/icons'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { checkIdentity } from '@teleward/contract/links/endpoints.ts'
import type { IdentityProof, LinkView } from '@teleward/contract/links/schema.ts'
import { type FormEvent, useId, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { PinField } from './PinField.tsx'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { VisitCard } from './VisitCard.tsx'

const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => (from < to ? from + at : from - at))
const two = (value: string) => value.padStart(2, '0')

export function IdentityStep({
  link,
  view,
  progress,
  onBack,
  ask,
}: {
  link: LinkState
  view: LinkView
  progress?: number | undefined
  /** Out of it again, where one came from a page of its own. */
  onBack?: () => void
  /** What is proved for, where it is not to get on: its words, and what takes the proof. */
  ask?: { title: string; go: string; send: (proof: IdentityProof) => Promise<unknown> }
}) {
  const { t, language } = useI18n()
  const { run, busy, fault, setFault } = useStep()
  const [last4, setLast4] = useState('')
  const [birth, setBirth] = useState({ year: '', month: '', day: '' })
  const form = useId()
  const thisYear = new Date(view.now).getFullYear()
  const days =
    birth.year && birth.month ? new Date(Date.UTC(Number(birth.year), Number(birth.month), 0)).getUTCDate() : 31

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = toHalfWidth(last4).toUpperCase()
    if (code.length !== 4 || !birth.year || !birth.month || !birth.day)
      return setFault({ code: 'FIELD_EMPTY', words: t('link.identity.incomplete') })
    const birthday = `${birth.year}-${two(birth.month)}-${two(birth.day)}`
    const proof = { birthday, last4: code }
    if (!(await run(() => (ask ? ask.send(proof) : link.act(checkIdentity, { body: proof }))))) setLast4('')
  }
  const select = (field: keyof typeof birth, label: string, values: number[], text: (value: number) => string) => (
    <select
      aria-label={label}
      required
      value={birth[field]}
      onChange={(event) => setBirth({ ...birth, [field]: event.target.value })}
      autoComplete={field === 'year' ? 'bday-year' : field === 'month' ? 'bday-month' : 'bday-day'}
    >
      <option value="">{label}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {text(value)}
        </option>
      ))}
    </select>
  )
  const words =
    fault?.code === 'IDENTITY_MISMATCH'
      ? { words: t('link.identity.wrong', { count: view.identity.triesLeft }) }
      : fault
  return (
    <LinkFrame
      link={link}
      progress={progress}
      foot={
        <>
          <button type="submit" form={form} className="lk-btn" disabled={busy}>
            {ask?.go ?? t('link.identity.next')}
          </button>
          {onBack && (
            <button type="button" className="lk-btn sec" onClick={onBack}>
              {t('link.pay.back')}
            </button>
          )}
        </>
      }
    >
      <h1>{ask?.title ?? t('link.identity.title')}</h1>
      {link.elsewhere && (
        <p className="lk-note warn" role="alert">
          <InfoCircleOutlined aria-hidden="true" /> {t('link.identity.elsewhere')}
        </p>
      )}
      {view.visit && <VisitCard visit={view.visit} />}
      <form id={form} onSubmit={submit} className="lk-form">
        <fieldset>
          <legend>{t(`link.identity.${view.identity.asks}`)}</legend>
          <PinField value={last4} onChange={setLast4} label={(at) => t('link.identity.digit', { at })} />
        </fieldset>
        <fieldset>
          <legend>{t('link.identity.birthday')}</legend>
          <div className="lk-birth">
            {select('year', t('link.identity.year'), range(thisYear, thisYear - 115), (year) =>
              language !== 'en' && year > 1911 ? t('link.identity.roc', { year, roc: year - 1911 }) : String(year),
            )}
            {select('month', t('link.identity.month'), range(1, 12), (month) =>
              language === 'en' ? String(month) : `${month} 月`,
            )}
            {select('day', t('link.identity.day'), range(1, days), (day) =>
              language === 'en' ? String(day) : `${day} 日`,
            )}
          </div>
        </fieldset>
      </form>
      <Fault fault={words} />
      <p className="lk-note info">
        <LockOutlined aria-hidden="true" /> {t('link.identity.private')}
      </p>
    </LinkFrame>
  )
}
